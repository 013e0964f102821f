import path from 'node:path'
import { runProgram } from './run-program.ts'

const root = path.dirname(import.meta.dirname)

/**
 * Runs test projects in a new process and returns its exit code. With `isShownAtEnd` its output is
 * printed when it ends, so that the outputs of two runs do not mix. The environment variable
 * TEST_REPORT names a file for the results; the name of the run is added to it.
 */
export async function vitest(
  name: string,
  projects: readonly string[],
  options: { environment?: object; isShownAtEnd?: boolean; args?: string[]; priority?: number },
): Promise<number> {
  const report = process.env['TEST_REPORT']
  const program = path.join(root, 'node_modules/vitest/vitest.mjs')
  const config = ['--config', 'src/testing/vitest.config.ts']
  const chosen = projects.flatMap((project) => ['--project', project])
  const { code, printed } = await runProgram(
    process.execPath,
    [program, 'run', ...config, ...chosen, ...(options.args ?? [])],
    {
      env: {
        ...process.env,
        ...options.environment,
        ...(report ? { TEST_REPORT: `${report}.${name}` } : {}),
      },
      isShown: !options.isShownAtEnd,
      priority: options.priority,
    },
  )
  if (printed) console.log(printed)
  return code
}
