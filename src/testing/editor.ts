import path from 'node:path'
import { expect, inject } from 'vitest'
import { submit, validSubmission } from './api.ts'
import { type Finished, runScript } from './service.ts'

/** Runs `npm run editor -- …` against the served site, from another process. */
export function editor(
  args: string[],
  options: { environment?: Record<string, string>; input?: string } = {},
): Promise<Finished> {
  const { dataDir, environment, url } = inject('served')
  // With a remote database, a command sends mails only if it knows the URL of the site. Otherwise
  // it leaves them to the service.
  const mailing: Record<string, string> = environment['DATABASE_URL']
    ? { SITE_URL: `http://localhost:${new URL(url).port}`, MAIL_DIR: path.join(dataDir, 'mail') }
    : {}
  return runScript('editor.ts', args, {
    dataDir,
    ...options,
    environment: { ...environment, ...mailing, ...options.environment },
  })
}

/** Calls `ask` until `satisfies` accepts its answer. Throws after this number of minutes. */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfies: (value: T) => boolean,
  minutes = 2,
): Promise<T> {
  const until = Date.now() + minutes * 60_000
  for (;;) {
    const value = await ask()
    if (satisfies(value)) return value
    if (Date.now() > until)
      throw new Error(
        `still not so after ${minutes} minutes; the last answer was ${JSON.stringify(value).slice(0, 300)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Invites an editor, and returns the name with the token. */
export async function invited(role: string): Promise<{ name: string; token: string }> {
  const name = `ed-${Math.random().toString(36).slice(2, 8)}`
  const { stdout } = await editor(['invite', name, '--role', role, '--yes', '--json'])
  return JSON.parse(stdout) as { name: string; token: string }
}

/** Submits a product, and returns its slug. */
export async function pending(more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await submit(validSubmission(more))
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body['slug'])
}
