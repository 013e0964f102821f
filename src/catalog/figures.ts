import type { Addresses } from '#core/addresses.ts'
import { type FacetKind, facet } from '#present/browse.ts'
import { type FacetGroup, facetGroups, facetWord, listAddress } from '#present/facet-choice.ts'
import type { CatalogTables, Published } from './questions.ts'

/** A titled table of counts, each with the address of the list that it counts. */
export interface Figures {
  title: string
  rows: { name: string; count: number; href: string }[]
}

type Directory = Pick<Published, 'facetCounts' | 'tools'> &
  Pick<CatalogTables, 'categories' | 'tasks'>

/** For each use case, task, kind and so on, the number of listings, most first. */
export function figuresOf(
  { facetCounts, tools, categories, tasks }: Directory,
  to: Addresses,
): Figures[] {
  const counts = facetCounts()
  const table = (
    title: string,
    group: FacetGroup,
    values: readonly { value: string; name: string }[],
  ) => {
    const { kind }: { kind: FacetKind } = facetGroups[group]
    return {
      title,
      rows: values.map(({ value, name }) => ({
        name,
        count: counts.get(facet(kind, value)) ?? 0,
        href: listAddress({ [group]: value }, {}, to),
      })),
    }
  }
  const closed = (group: 'use' | 'kind' | 'for' | 'claim') => {
    const { title, options } = facetGroups[group]
    const values = options.map((value) => ({ value, name: facetWord(group, value)! }))
    return table(title, group, values)
  }
  const named = (entries: readonly { slug: string; name: string }[]) =>
    entries.map(({ slug: value, name }) => ({ value, name }))
  const used = tools.map(({ name, slug, product_count: count }) => ({
    name,
    count,
    href: to.tool(slug),
  }))
  return [
    closed('use'),
    table(facetGroups.task.title, 'task', named(tasks)),
    closed('kind'),
    closed('for'),
    closed('claim'),
    { title: 'Most used tools', rows: used.toSorted(mostFirst).slice(0, 20) },
    table('Categories of tools', 'category', named(categories)),
  ].map(({ title, rows }) => ({ title, rows: rows.toSorted(mostFirst) }))
}

function mostFirst(one: { count: number }, other: { count: number }): number {
  return other.count - one.count
}

/** How many times are in each month, the latest first: `2026-11`. */
export function countByMonth(times: Iterable<string>): { month: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const time of times) {
    const month = time.slice(0, 7)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  return [...counts]
    .map(([month, count]) => ({ month, count }))
    .sort((a, b) => (a.month < b.month ? 1 : -1))
}
