import { recordedSite } from '#exports/example-request.ts'

/** Lists are cut to this many entries, enough to show their format. */
const maxEntries = 2

/** Makes an answer equal in every run: with short lists, and fixed URLs, ids and times. */
export function recordable(answer: unknown, printed: string): unknown {
  const origin = /(?:Ready|Serving the last build): (\S+)/.exec(printed)?.[1]
  if (!origin) throw new Error('the service did not say where it is')
  const ids = new Map<string, string>()
  const text = JSON.stringify(shortened(answer))
    .replaceAll(origin, recordedSite)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id))
        ids.set(id, `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`)
      return ids.get(id)!
    })
    // The ids of claims; commits are longer.
    .replace(/\b[0-9a-f]{32}\b/g, '0f2c9a7be41d4f0c8d6e3b5a17f09c24')
    // Replaces times of this run. Starter listings keep the fixed times of their files.
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) =>
      isOfToday(time) ? '2026-11-20T09:00:00.000Z' : time,
    )
    // How many seconds are left depends on the speed of this run, so it is the next whole minute.
    .replace(/(?<=Try again in )\d+(?= seconds)/g, (left) => `${Math.ceil(Number(left) / 60) * 60}`)
  return JSON.parse(text) as unknown
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxEntries).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    shortened(tables.has(name) ? firstOf(field) : field),
  ])
  return Object.fromEntries(entries)
}

/** Fields with one entry for each operation or type. Only the first entry is recorded. */
const tables = new Set(['endpoints', 'paths', 'schemas'])

function firstOf(table: unknown): unknown {
  return Object.fromEntries(Object.entries(table ?? {}).slice(0, 1))
}

function isOfToday(time: string): boolean {
  return Math.abs(Date.now() - Date.parse(time)) < 600_000
}
