import { execFileSync } from 'node:child_process'

/** Runs git in the folder of a test, with an invented author, and returns the output. */
export function gitIn(
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): string {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.example']
  // Ignores the git settings of this machine, which may sign commits or run hooks.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', ...environment }
  return execFileSync('git', ['-C', folder, ...author, ...args], { env })
    .toString()
    .trim()
}
