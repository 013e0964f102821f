import { beforeAll, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { addresses } from '#core/addresses.ts'
import { facetGroups, facetWord } from '#present/facet-choice.ts'
import { testDatabase } from '#testing/database.ts'
import { startersService } from '#testing/service-parts.ts'
import { contentOnce } from '#testing/starters.ts'
import { type Figures, countByMonth, figuresOf } from './figures.ts'

const database = testDatabase()

let figures: Figures[]
beforeAll(async () => {
  const { catalog } = await startersService(database.db)
  const state = await catalog.current()
  figures = figuresOf({ ...state, ...catalog }, addresses(''))
})

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether the words of a phrase stand in a text one after the other. */
function stands(phrase: string, text: string): boolean {
  const [said, sought] = [words(text), words(phrase)]
  return said.some((_, at) => sought.every((word, place) => said[at + place] === word))
}

it('counts per use case, kind and task are those of the files, and none of them is empty', async () => {
  const { listings, tasks, tools } = await contentOnce()
  const values = listings
    .map(({ value }) => value)
    .filter(({ lifecycle }) => lifecycle.state !== 'sunset')
  const categoryOf = new Map(tools.map(({ slug, value }) => [slug, value.category]))
  const counted = <T extends string>(
    names: readonly T[],
    nameOf: (name: T) => string,
    isOf: (listing: (typeof values)[number], name: T) => boolean,
  ) =>
    Object.fromEntries(
      names.map((name) => [nameOf(name), values.filter((each) => isOf(each, name)).length]),
    )
  const useCases = counted(
    enums.agentUseCase,
    (value) => facetWord('use', value)!,
    (listing, value) => listing.qualification_type !== null && listing.agent_use_case === value,
  )
  const kinds = counted(
    enums.qualificationType,
    (value) => facetWord('kind', value)!,
    (listing, value) => listing.qualification_type === value,
  )
  const byTask = counted(
    tasks.map(({ slug }) => slug),
    (slug) => tasks.find((task) => task.slug === slug)!.name,
    (listing, slug) => {
      const rule = tasks.find((task) => task.slug === slug)!
      const isClaim = listing.qualification_type !== null
      const useCase = isClaim ? listing.agent_use_case : null
      const said = `${listing.name} | ${listing.description}`
      return (
        (useCase !== null && rule.use_cases.includes(useCase)) ||
        listing.tools.some((tool) => rule.categories.includes(categoryOf.get(tool)!)) ||
        rule.topics.some((topic) => listing.topics.includes(topic)) ||
        rule.words.some((phrase) => stands(phrase, said))
      )
    },
  )
  const shown = new Map(
    figures.map(({ title, rows }) => [
      title,
      Object.fromEntries(rows.map(({ name, count }) => [name, count])),
    ]),
  )
  const { use, kind, task } = facetGroups
  expect(shown.get(use.title)).toEqual(useCases)
  expect(shown.get(kind.title)).toEqual(kinds)
  expect(shown.get(task.title)).toEqual(byTask)
  const empty = [useCases, kinds, byTask].flatMap((table) =>
    Object.entries(table).flatMap(([name, count]) => (count > 0 ? [] : [name])),
  )
  expect(empty).toEqual([])
})

it('each row leads to the list that it counts', () => {
  const rows = figures.flatMap((table) => table.rows)
  const hrefOf = (name: string) => rows.find((row) => row.name === name)!.href
  expect(hrefOf('Research')).toBe('/agents/research')
  expect(hrefOf('Verified')).toBe('/products?claim=verified')
  expect(hrefOf('TypeScript')).toBe('/stack/typescript')
})

it('times are counted by month, the latest first', () => {
  const times = ['2026-12-01', '2026-11-30', '2026-12-31'].map((day) => `${day}T10:00:00.000Z`)
  expect(countByMonth(times)).toEqual([
    { month: '2026-12', count: 2 },
    { month: '2026-11', count: 1 },
  ])
})
