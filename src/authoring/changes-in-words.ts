import { isDeepStrictEqual } from 'node:util'
import { factKey } from '#contract/resources/facts.ts'
import type { Parts } from './read-listing.ts'

/** What another reading of a listing changed, a line for each change. */
export function changesInWords(before: Parts, after: Parts): string[] {
  return [
    ...changes('proof', proofsOf(before), proofsOf(after)),
    ...changes('needs besides', alsoOf(before), alsoOf(after)),
    ...changes('fact', factsOf(before), factsOf(after)),
    ...changes('history', historyOf(before), historyOf(after)),
    ...otherwise(before, after),
  ]
}

type Described = ReadonlyMap<string, string>

function changes(what: string, before: Described, after: Described): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)]
    if (old === now) return []
    if (old === undefined) return [`${what} ${key}: new, ${now}`]
    return [
      now === undefined ? `${what} ${key}: gone, was ${old}` : `${what} ${key}: ${old} → ${now}`,
    ]
  })
}

const proofsOf = ({ proofs }: Parts): Described =>
  new Map(
    proofs?.tools.map((tool) => {
      const { path, line } = tool.source ?? {}
      const shown = tool.package ?? tool.shows ?? ''
      const asked = tool.requirement ? ` ${tool.requirement.raw}` : ''
      return [
        tool.slug,
        tool.source ? `${shown}${asked}, ${tool.level}, ${path}:${line ?? 'file'}` : 'not found',
      ]
    }),
  )

const alsoOf = ({ proofs }: Parts): Described =>
  new Map(
    Object.entries(proofs?.also_found ?? {}).map(([slug, { path, line }]) => [
      slug,
      `${path}:${line ?? 'file'}`,
    ]),
  )

const factsOf = ({ facts }: Parts): Described =>
  new Map(facts?.facts.map((one) => [factKey(one), `${one.value} ${one.day ?? ''}`.trim()]))

const historyOf = ({ histories }: Parts): Described =>
  new Map([
    ...(histories ? [['first commit', histories.first_commit.slice(0, 10)] as const] : []),
    ...(histories?.tools ?? []).map(
      ({ slug, since, path }) => [slug, `since ${since.slice(0, 10)}, ${path}`] as const,
    ),
    ...(histories?.past_tools ?? []).map(
      ({ slug, since, until, path }) =>
        [`${slug} left`, `${since.slice(0, 10)} to ${until.slice(0, 10)}, ${path}`] as const,
    ),
  ])

// The addresses of facts and the day of a check change with the commit: a line says so.
function otherwise(before: Parts, after: Parts): string[] {
  return isDeepStrictEqual(before, after) ? [] : ['addresses or times in its files']
}
