import type { Session } from './session.ts'

/**
 * Decides on listings one after another and prints each result. With --json, several results are
 * one list: stdout is one document. The exit code is 1 if any decision was not done.
 */
export async function decideOnEach(
  session: Session,
  slugs: readonly string[],
  decideOn: (session: Session, slug: string) => Promise<number>,
): Promise<number> {
  const each = [...new Set(slugs)]
  if (each.length === 1) return decideOn(session, each[0]!)
  const isJson = session.values.json
  const results: object[] = []
  let code = 0
  for (const slug of each) {
    const print: Session['print'] = (value, text) => {
      results.push(value)
      if (!isJson) session.print(value, text)
    }
    code = Math.max(code, await decideOn({ ...session, print }, slug))
  }
  if (isJson) session.print(results, '')
  return code
}
