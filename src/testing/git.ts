import { execFileSync } from 'node:child_process'

/** Runs git in the folder of a test as nobody's in particular, and gives what it printed. */
export function gitIn(
  folder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): string {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.example']
  // What this machine's own settings say of signing or hooks is none of a test's.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', ...environment }
  return execFileSync('git', ['-C', folder, ...author, ...args], { env })
    .toString()
    .trim()
}
