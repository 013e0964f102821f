import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleTopic } from '#testing/sample-records.ts'
import { searchKey, searchWords } from './search-key.ts'
import { plainGroups } from './word-groups.ts'
import { type SearchSignals, nearMisses, rankSearch } from './search-ranking.ts'

/** A candidate that matches nothing, with what the test is about. */
function candidate(part: Partial<SearchSignals> & { name: string }): SearchSignals {
  const name_key = searchKey(part.name)
  const none = { is_exact: false, is_prefix: false, text_rank: 0, share: 0, view_count: 0 }
  // As like as it is relevant, so that it is as apt.
  const alike = Math.min(1, part.text_rank ?? 0)
  return { kind: 'product', slug: name_key, name_key, alike, ...none, ...part }
}

const post = sampleTopic('post', {})

const names = (found: readonly SearchSignals[]) => found.map(({ name }) => name)

function ranked(query: string, candidates: readonly SearchSignals[]): string[] {
  const groups = plainGroups(searchWords(query))
  return names(rankSearch({ key: searchKey(query), groups }, candidates))
}

/**
 * For the query "langgraph": one candidate of each way to match, each with what could tempt a
 * ranking to lift it.
 */
const ways = [
  candidate({ name: 'LangGraph', is_exact: true, is_prefix: true, share: 1 }),
  candidate({
    name: 'LangGraph Studio for very large teams',
    is_prefix: true,
    share: 1,
    text_rank: 0.1,
  }),
  candidate({ name: 'Holds all words', share: 1, text_rank: 0.7, view_count: 5 }),
  candidate({ name: 'LangGrahp', share: 0.9, text_rank: 0.9, view_count: 10 }),
  candidate({ name: 'Holds most words', share: 0.99, text_rank: 0.9, view_count: 10_000 }),
  candidate({ name: 'Touches little', share: 0.49, text_rank: 0.9, view_count: 100_000 }),
  candidate({ name: 'Holds little', share: 0.9, text_rank: 0.24, view_count: 100_000 }),
]

describe('the order of search results', () => {
  it('is exact name, name prefix, all words, one slip, some words; what holds less is left out', () => {
    expect(ranked('langgraph', ways.toReversed())).toEqual(ways.slice(0, 5).map(({ name }) => name))
  })

  it.each<{ title: string; query: string; candidates: SearchSignals[]; names: string[] }>([
    {
      title: 'has a tool that holds some words after a product that does, and one with all before',
      query: 'whatsapp bot for my shop',
      candidates: [
        candidate({ name: 'WhatsApp', kind: 'tool', share: 0.6, text_rank: 0.9 }),
        candidate({ name: 'Typebot', share: 0.6, text_rank: 0.5 }),
        candidate({ name: 'Shop Bot', kind: 'tool', share: 1, text_rank: 0.7 }),
      ],
      names: ['Shop Bot', 'Typebot', 'WhatsApp'],
    },
    {
      title: 'has the shorter of two names that begin with the query first',
      query: 'open',
      candidates: [
        candidate({ name: 'Open Notebook', is_prefix: true, view_count: 9 }),
        candidate({ name: 'OpenClaw', is_prefix: true, view_count: 1 }),
      ],
      names: ['OpenClaw', 'Open Notebook'],
    },
    {
      title:
        'has the better text first among those that hold all words, however often the other is seen',
      query: 'answers letters',
      candidates: [
        candidate({ name: 'Seen', share: 1, text_rank: 0.4, alike: 1, view_count: 900 }),
        candidate({ name: 'Better', share: 1, text_rank: 0.5, alike: 1 }),
      ],
      names: ['Better', 'Seen'],
    },
    {
      title: 'has the more relevant first among those that hold some words',
      query: 'answers letters',
      candidates: [
        candidate({ name: 'Half', share: 0.7, text_rank: 0.4, alike: 1 }),
        candidate({ name: 'More', share: 0.5, text_rank: 0.5, alike: 1 }),
      ],
      names: ['More', 'Half'],
    },
    {
      title: 'keeps a prefix above all words whatever the rank of the text',
      query: 'answers',
      candidates: [
        candidate({ name: 'Words', share: 1, text_rank: 1e9 }),
        candidate({ name: 'Answers of a very long name indeed', is_prefix: true }),
      ],
      names: ['Answers of a very long name indeed', 'Words'],
    },
    {
      title: 'has two slips in a short name after some words',
      query: 'langflaa',
      candidates: [
        candidate({ name: 'Langflow' }),
        candidate({ name: 'Words', share: 0.5, text_rank: 0.5 }),
      ],
      names: ['Words', 'Langflow'],
    },
    {
      title: 'has two slips in a short name after a tool that holds some words, too',
      query: 'langflaa',
      candidates: [
        candidate({ name: 'Langflow' }),
        candidate({ name: 'Words', kind: 'tool', share: 0.5, text_rank: 0.5 }),
      ],
      names: ['Words', 'Langflow'],
    },
  ])('$title', ({ query, candidates, names }) => {
    expect(ranked(query, candidates)).toEqual(names)
    expect(ranked(query, candidates.toReversed())).toEqual(names)
  })

  it('has what holds all words in its longer texts alone among those that hold some', () => {
    const words = candidate({
      name: 'Mentions all',
      share: 1,
      text_rank: 0.4,
      alike: 0.6,
      view_count: 9,
    })
    const more = candidate({ name: 'Is about some', share: 0.7, text_rank: 0.5 })
    expect(ranked('answers letters', [words, more])).toEqual(['Is about some', 'Mentions all'])
  })

  it('leaves out what holds some words and none that is known to be a need', () => {
    const some = candidate({ name: 'Some', share: 0.7, text_rank: 0.39 })
    expect(ranked('answers letters', [some])).toEqual([])
    const topics = [post]
    const [first, ...others] = plainGroups(['answers', 'letters'])
    const groups = [{ ...first!, topics }, ...others]
    expect(rankSearch({ key: 'answersletters', groups }, [some])).toEqual([some])
    // Of two needs in one question an answer may do one.
    const one = candidate({ name: 'One', share: 0.31, text_rank: 0.3, alike: 0.5 })
    expect(rankSearch({ key: 'answersletters', groups }, [one])).toEqual([])
    const both = groups.map((group) => ({ ...group, topics }))
    expect(rankSearch({ key: 'answersletters', groups: both }, [one])).toEqual([one])
  })

  it('leaves out what is less than .73 as apt as the best of its kind, and a tool with less than .65 of the best product', () => {
    const parts = [
      candidate({ name: 'Best', share: 0.8, text_rank: 1 }),
      candidate({ name: 'Product near', share: 0.8, text_rank: 0.74 }),
      candidate({ name: 'Tool near', kind: 'tool', share: 0.8, text_rank: 0.65 }),
      candidate({ name: 'Product far', share: 0.8, text_rank: 0.72 }),
      candidate({ name: 'Tool far', kind: 'tool', share: 0.8, text_rank: 0.64 }),
    ]
    expect(ranked('answers letters', parts)).toEqual(['Best', 'Product near', 'Tool near'])
    // Among tools alone the best tool is what they are held against, and no tool hides a product.
    const tool = candidate({ name: 'Tool best', kind: 'tool', share: 0.8, text_rank: 0.87 })
    expect(ranked('answers letters', [tool, ...parts.slice(4)])).toEqual(['Tool best', 'Tool far'])
    expect(ranked('answers letters', [tool, parts[3]!])).toEqual(['Product far', 'Tool best'])
    // A name is what was meant, and what speaks of it stays.
    const named = candidate({ name: 'Answers', is_exact: true, text_rank: 5, share: 1 })
    expect(ranked('answers', [named, ...parts.slice(1, 2)])).toEqual(['Answers', 'Product near'])
  })

  it('has what people ask for in such words before what is as relevant', () => {
    const plain = candidate({ name: 'A', share: 1, text_rank: 0.6, alike: 0.4, view_count: 9 })
    const alike = candidate({ name: 'B', share: 1, text_rank: 0.6, alike: 0.7 })
    expect(ranked('answers letters', [plain, alike])).toEqual(['B', 'A'])
  })

  it('has a tool where its relevance puts it, where a kind of tool alone is asked for', () => {
    const parts = [
      candidate({ name: 'Product', share: 0.8, text_rank: 0.7 }),
      candidate({ name: 'Tool', kind: 'tool', share: 0.8, text_rank: 0.9 }),
    ]
    const asked = (...topics: (typeof post)[]) => ({
      key: 'letters',
      groups: topics.map((topic) => ({ ...plainGroups(['letters'])[0]!, topics: [topic] })),
    })
    const ofTools = { ...post, of_tools: true as const }
    expect(names(rankSearch(asked(ofTools), parts))).toEqual(['Tool', 'Product'])
    // What speaks of such tools is none.
    const as = candidate({ name: 'A product', share: 0.8, text_rank: 0.95 })
    expect(names(rankSearch(asked(ofTools), [as, ...parts]))[0]).toBe('Tool')
    expect(names(rankSearch(asked(ofTools, post), parts))).toEqual(['Product', 'Tool'])
  })

  it('breaks ties by view count, then name, then kind and slug', () => {
    const tied = [
      candidate({ name: 'Zulu', view_count: 7 }),
      candidate({ name: 'Alpha', view_count: 3 }),
      candidate({ name: 'beta', view_count: 3 }),
      candidate({ name: 'Gamma', slug: 'gamma', kind: 'product', view_count: 3 }),
      candidate({ name: 'GAMMA', slug: 'gamma-1', kind: 'product', view_count: 3 }),
      candidate({ name: 'gamma', slug: 'gamma', kind: 'tool', view_count: 3 }),
    ].map((one) => ({ ...one, share: 1, text_rank: 0.4 }))
    const names = ['Zulu', 'Alpha', 'beta', 'Gamma', 'GAMMA', 'gamma']
    expect(ranked('letters', tied)).toEqual(names)
    expect(ranked('letters', tied.toReversed())).toEqual(names)
  })

  it.each([
    { title: 'without candidates', query: 'acme', candidates: [] },
    {
      title: 'of nothing that was meant',
      query: 'acme',
      candidates: [candidate({ name: 'Zulu', view_count: 9 })],
    },
    { title: 'without a query', query: '', candidates: [candidate({ name: 'Acme' })] },
  ])('is empty $title', ({ query, candidates }) => {
    expect(ranked(query, candidates)).toEqual([])
  })

  it('is total: shuffling the candidates never changes it, and nothing is told twice', () => {
    const names = fc.constantFrom('acme', 'Acme', 'acne', 'acme desk', 'desk', 'zulu')
    const signals = fc.record({
      name: names,
      kind: fc.constantFrom('tool' as const, 'product' as const),
      slug: fc.nat({ max: 40 }).map((number) => `slug-${number}`),
      view_count: fc.nat({ max: 2 }),
      is_exact: fc.boolean(),
      is_prefix: fc.boolean(),
      text_rank: fc.constantFrom(0, 0.1, 0.3),
      share: fc.constantFrom(0, 0.5, 0.7, 1),
    })
    const lists = fc.uniqueArray(signals, {
      selector: ({ kind, slug }) => `${kind} ${slug}`,
      maxLength: 12,
    })
    const shuffled = lists.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('acme', 'acme desk', 'akme', ''),
        shuffled,
        (text, [list, other]) => {
          const query = { key: searchKey(text), groups: plainGroups(searchWords(text)) }
          const results = rankSearch(query, list.map(candidate))
          expect(rankSearch(query, other.map(candidate))).toEqual(results)
          expect(new Set(results.map(({ kind, slug }) => `${kind} ${slug}`)).size).toBe(
            results.length,
          )
        },
      ),
    )
  })
})

describe('slips', () => {
  it.each([
    { slip: 'a missing letter', query: 'langraph', name: 'LangGraph' },
    { slip: 'a doubled letter', query: 'langggraph', name: 'LangGraph' },
    { slip: 'a strange letter inside', query: 'langkgraph', name: 'LangGraph' },
    { slip: 'another letter', query: 'langgrabh', name: 'LangGraph' },
    { slip: 'another first letter', query: 'kanggraph', name: 'LangGraph' },
    { slip: 'two letters that changed places', query: 'lnaggraph', name: 'LangGraph' },
    { slip: 'the last two letters that changed places', query: 'langgrahp', name: 'LangGraph' },
    { slip: 'two slips in a long name', query: 'lamggrabh', name: 'LangGraph' },
    {
      slip: 'three slips in a very long name',
      query: 'lokaldeepreserch',
      name: 'Local Deep Research',
    },
    { slip: 'one slip in a name of four letters', query: 'vtie', name: 'Vite' },
    { slip: 'one slip in a name of five letters', query: 'gosse', name: 'Goose' },
    { slip: 'a slip in one word of the name', query: 'resercher', name: 'GPT Researcher' },
    { slip: 'a slip and other punctuation', query: 'next-jss', name: 'Next.js' },
    { slip: 'a slip in another script', query: 'янекс', name: 'Яндекс' },
    { slip: 'a swap in letters beyond the first plane', query: '𐐨𐐩𐐫𐐪𐐬', name: '𐐨𐐩𐐪𐐫𐐬' },
  ])('$slip: $query means $name', ({ query, name }) => {
    expect(ranked(query, [candidate({ name })])).toEqual([name])
  })

  it.each([
    { title: 'three letters get none', query: 'sin', name: 'Sim' },
    { title: 'two letters get none', query: 'ui', name: 'ai' },
    { title: 'one letter gets none', query: 'a', name: 'b' },
    { title: 'four letters get one alone', query: 'vaat', name: 'Vite' },
    { title: 'five letters get one alone', query: 'gaase', name: 'Goose' },
    { title: 'eight letters get two alone', query: 'xxxgflow', name: 'Langflow' },
    {
      title: 'a long name gets three alone',
      query: 'xxxxldeepresearch',
      name: 'Local Deep Research',
    },
    { title: 'a short word of a longer name gets none', query: 'gpd', name: 'GPT Researcher' },
    { title: 'two swaps are more than one slip', query: 'ogsoe', name: 'Goose' },
  ])('$title: $query does not mean $name', ({ query, name }) => {
    expect(ranked(query, [candidate({ name, view_count: 9 })])).toEqual([])
  })

  it('has the nearer name first, before view counts', () => {
    const names = ['Langfuse', 'Langflow'].map((name) =>
      candidate({ name, view_count: name === 'Langfuse' ? 9 : 0 }),
    )
    expect(ranked('langflaw', names)).toEqual(['Langflow'])
    expect(ranked('langflse', names)).toEqual(['Langfuse', 'Langflow'])
  })

  it('has a swap before two other slips', () => {
    const names = [candidate({ name: 'abcdxyzh', view_count: 9 }), candidate({ name: 'abcdfegh' })]
    expect(ranked('abcdefgh', names)).toEqual(['abcdfegh'])
    expect(ranked('abcdefgh', [candidate({ name: 'abxdxfgh', view_count: 9 }), names[1]!])).toEqual(
      ['abcdfegh', 'abxdxfgh'],
    )
  })
})

it('what comes near is a name of which less than half differs, then what has more of the words', () => {
  const near = nearMisses({ key: searchKey('langgrapfhs') }, [
    candidate({ name: 'Has a word by chance', text_rank: 0.19 }),
    candidate({ name: 'Has some of the words', text_rank: 0.21, alike: 0.4 }),
    candidate({ name: 'Is about something else', text_rank: 0.21, alike: 0.3 }),
    candidate({ name: 'LangGraph' }),
    candidate({ name: 'Redis' }),
  ])
  expect(near.map(({ name }) => name)).toEqual(['LangGraph', 'Has some of the words'])
})
