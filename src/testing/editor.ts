import { inject } from 'vitest'
import { type Finished, runScript } from './service.ts'

/** Runs `npm run editor -- …` against the served site, from another process. */
export function editor(
  args: string[],
  options: { environment?: Record<string, string>; input?: string } = {},
): Promise<Finished> {
  const { dataDir, environment } = inject('served')
  return runScript('editor.ts', args, {
    dataDir,
    ...options,
    environment: { ...environment, ...options.environment },
  })
}

/** Asks again until the answer satisfies, or fails after two minutes. */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfies: (value: T) => boolean,
): Promise<T> {
  const until = Date.now() + 120_000
  for (;;) {
    const value = await ask()
    if (satisfies(value)) return value
    if (Date.now() > until)
      throw new Error(
        `still not so after two minutes; the last answer was ${JSON.stringify(value).slice(0, 300)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
