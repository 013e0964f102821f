import type { Session } from './session.ts'

/**
 * Makes a decision on each listing in turn and prints the results. With --json, several results are
 * printed as one array, so that stdout is one JSON document. The exit code is 1 if any decision
 * failed.
 */
export async function decideOnEach<S extends Pick<Session, 'values' | 'print'>>(
  session: S,
  slugs: readonly string[],
  decideOn: (session: S, slug: string) => Promise<number>,
): Promise<number> {
  const each = [...new Set(slugs)]
  if (each.length === 1) return decideOn(session, each[0]!)
  const isJson = session.values.json
  const results: object[] = []
  let code = 0
  for (const slug of each) {
    const print: Session['print'] = (value, ...text) => {
      results.push(value)
      if (!isJson) session.print(value, ...text)
    }
    code = Math.max(code, await decideOn({ ...session, print }, slug))
  }
  if (isJson) session.print(results, '')
  return code
}
