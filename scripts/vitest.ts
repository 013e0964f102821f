import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/**
 * Runs projects of the tests in a process of their own, and gives its exit code. What it prints is
 * shown as it comes, or whole when it ends, so that two runs at once do not mix. With TEST_REPORT in
 * the environment its results are in a file of that name with the name of the run at its end.
 */
export function vitest(
  name: string,
  projects: readonly string[],
  {
    environment = {},
    isShownAtEnd = false,
    args = [],
  }: {
    environment?: Record<string, string>
    isShownAtEnd?: boolean
    args?: readonly string[]
  },
): Promise<number> {
  const report = process.env['TEST_REPORT']
  const program = path.join(root, 'node_modules/vitest/vitest.mjs')
  const config = ['--config', 'src/testing/vitest.config.ts']
  const wanted = projects.flatMap((project) => ['--project', project])
  const output = isShownAtEnd ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, [program, 'run', ...config, ...wanted, ...args], {
    cwd: root,
    env: {
      ...process.env,
      ...environment,
      ...(report ? { TEST_REPORT: `${report}.${name}` } : {}),
    },
    stdio: ['ignore', output, output],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (printed += String(data)))
  return new Promise((resolve) =>
    child.once('close', (code) => {
      if (printed) console.log(printed)
      resolve(code ?? 1)
    }),
  )
}
