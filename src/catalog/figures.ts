import { type FacetKind, facet } from '#present/browse.ts'
import { facetGroups, facetWord } from '#present/facet-choice.ts'
import type { CatalogTables, Published } from './questions.ts'

/** A titled table of counts. */
export interface Figures {
  title: string
  rows: { name: string; count: number }[]
}

type Directory = Pick<Published, 'facetCounts' | 'tools'> &
  Pick<CatalogTables, 'categories' | 'tasks'>

/** For each use case, task, kind and so on, the number of listings, most first. */
export function figuresOf({ facetCounts, tools, categories, tasks }: Directory): Figures[] {
  const counts = facetCounts()
  const table = (
    title: string,
    kind: FacetKind,
    values: readonly { value: string; name: string }[],
  ) => ({
    title,
    rows: values.map(({ value, name }) => ({ name, count: counts.get(facet(kind, value)) ?? 0 })),
  })
  const closed = (group: 'use' | 'kind' | 'for' | 'claim') => {
    const { title, kind, options } = facetGroups[group]
    const values = options.map((value) => ({ value, name: facetWord(group, value)! }))
    return table(title, kind, values)
  }
  const named = (entries: readonly { slug: string; name: string }[]) =>
    entries.map(({ slug: value, name }) => ({ value, name }))
  const used = tools.map(({ name, product_count: count }) => ({ name, count }))
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
