import { describe, expect, it } from 'vitest'
import { searchKey, searchWords } from '#core/search-key.ts'
import { rankSearch } from '#core/search-ranking.ts'
import { sampleProduct, sampleTool } from '#testing/sample-records.ts'
import { createTextIndex } from './text-index.ts'

const tool = (slug: string, name: string, aliases: string[] = []) => ({
  ...sampleTool({ slug, name }),
  homepage: `https://${slug}.example`,
  aliases,
})
const filler = Array.from({ length: 6 }, (_, index) =>
  sampleProduct({ slug: `filler-${index}`, name: `Zz ${index}`, description: 'Zzz.' }),
)
const index = createTextIndex({
  tools: [tool('postgresql', 'PostgreSQL', ['postgres', 'pg']), tool('nextjs', 'Next.js')],
  products: [
    sampleProduct({
      slug: 'letterbox',
      name: 'Letterbox',
      description: 'Answers letters at night.',
      tool_ids: ['tool-postgresql'],
      agent_use_case: 'support',
    }),
    sampleProduct({
      slug: 'gpt-researcher',
      name: 'GPT Researcher',
      description: 'Reads papers.',
      overview: 'It also answers mail.',
    }),
    ...filler,
  ],
})

function find(query: string, kind: 'tool' | 'product' | null = null): string[] {
  const asked = { key: searchKey(query), words: searchWords(query), kind }
  return rankSearch(asked, index.signals(asked)).map(({ slug }) => slug)
}

describe('without a database', () => {
  it.each([
    ['Next.js', 'nextjs'],
    ['next js', 'nextjs'],
    ['pg', 'postgresql'],
    ['postgre', 'postgresql'],
    ['Letterbox', 'letterbox'],
    ['lettrebox', 'letterbox'],
    ['resercher', 'gpt-researcher'],
    ['answering letters', 'letterbox'],
    ['papers', 'gpt-researcher'],
  ])('%s finds %s first', (query, slug) => {
    expect(find(query)[0]).toBe(slug)
  })

  it('what is built with a tool stands after the tool', () => {
    expect(find('postgresql')).toEqual(['postgresql', 'letterbox'])
    expect(find('postgresql', 'product')).toEqual(['letterbox'])
  })

  it('a word that nothing holds finds nothing', () => {
    expect(find('wedding')).toEqual([])
  })

  it('a task matches by its words, in the overview less', () => {
    const matches = index.taskMatches(searchWords('answers'))
    expect(matches.get('product-letterbox')).toBe(1)
    expect(matches.get('product-gpt-researcher')).toBeCloseTo(0.4)
    expect(matches.get('product-filler-0')).toBe(0)
  })

  it('a task without words matches nothing', () => {
    expect([...index.taskMatches([]).values()].every((match) => match === 0)).toBe(true)
  })
})
