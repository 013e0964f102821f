import type { Session } from './session.ts'

/**
 * Decides on several listings one after another and tells of each. With --json one listing is an
 * object and several are a list, so that stdout is one document. Not done is whatever was not done
 * for any of them.
 */
export async function decideOnEach(
  session: Session,
  slugs: readonly string[],
  decideOn: (session: Session, slug: string) => Promise<number>,
): Promise<number> {
  const each = [...new Set(slugs)]
  if (each.length === 1) return decideOn(session, each[0]!)
  const told: object[] = []
  let code = 0
  for (const slug of each) {
    const print: Session['print'] = (value, text) => {
      told.push(value)
      if (!session.values.json) session.print(value, text)
    }
    code = Math.max(code, await decideOn({ ...session, print }, slug))
  }
  if (session.values.json) session.print(told, '')
  return code
}
