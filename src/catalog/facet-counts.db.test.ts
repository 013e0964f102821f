import { expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { facet } from '#present/lists/browse.ts'
import { testDatabase } from '#testing/database.ts'
import { startersService } from '#testing/service-parts.ts'
import { contentOnce } from '#testing/content.ts'

const database = testDatabase()

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text contains the words of a phrase, in this order and next to each other. */
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
  type Value = (typeof values)[number]
  const useCaseOf = ({ qualification_type, agent_use_case }: Value) =>
    qualification_type === null ? null : agent_use_case
  const isOfTask = (listing: Value, rule: (typeof tasks)[number]) => {
    const useCase = useCaseOf(listing)
    const said = `${listing.name} | ${listing.description}`
    return (
      (useCase !== null && rule.use_cases.includes(useCase)) ||
      listing.tools.some((tool) => rule.categories.includes(categoryOf.get(tool)!)) ||
      rule.topics.some((topic) => listing.topics.includes(topic)) ||
      rule.words.some((phrase) => stands(phrase, said))
    )
  }
  const expected = new Map([
    ...enums.agentUseCase.map(
      (use) =>
        [
          facet('use_case', use),
          values.filter((listing) => useCaseOf(listing) === use).length,
        ] as const,
    ),
    ...enums.qualificationType.map(
      (kind) =>
        [
          facet('kind', kind),
          values.filter(({ qualification_type }) => qualification_type === kind).length,
        ] as const,
    ),
    ...tasks.map(
      (task) =>
        [
          facet('task', task.slug),
          values.filter((listing) => isOfTask(listing, task)).length,
        ] as const,
    ),
  ])
  const { catalog } = await startersService(database.db)
  const counts = (await catalog.current()).facetCounts()
  expect(new Map([...expected.keys()].map((key) => [key, counts.get(key)]))).toEqual(expected)
  expect([...expected].filter(([, count]) => count === 0)).toEqual([])
})
