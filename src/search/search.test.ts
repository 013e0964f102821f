import { describe, expect, it } from 'vitest'
import { indexOf } from '#testing/search-index.ts'
import type { SearchDocument, SearchTopic } from './document.ts'
import { reasonsFor, stackReason } from './reasons.ts'
import { recommend } from './recommend.ts'
import { search, similarTo, suggestions } from './search.ts'
import { stemsOfPhrase } from './words.ts'

const topics = new Map<string, SearchTopic>(
  [
    {
      slug: 'frameworks',
      name: 'Agent frameworks',
      phrases: ['agent framework'],
      rivals: ['Rasa'],
    },
    {
      slug: 'voice',
      name: 'Voice agents',
      phrases: ['phone calls', 'voice agent'],
      rivals: ['Bland', 'Zoho Desk'],
    },
    { slug: 'mail', name: 'Mail', phrases: ['sort my mail'], rivals: [] },
  ].map((topic) => [topic.slug, topic]),
)
const tool = (slug: string, name: string, parts: Partial<SearchDocument> = {}): SearchDocument => ({
  kind: 'tool',
  slug,
  name,
  aliases: [],
  topics: [],
  examples: [],
  description: `${name} is a tool.`,
  tools: [],
  body: [],
  useCase: null,
  licence: null,
  standing: [0, 0, 0],
  ...parts,
})
const tools = [
  tool('go', 'Go', { aliases: ['golang'] }),
  tool('rust', 'Rust'),
  tool('csharp', 'C#'),
  tool('langchain', 'LangChain', { topics: ['frameworks'] }),
]
const product = (slug: string, name: string, built: string[], parts: Partial<SearchDocument>) =>
  tool(slug, name, {
    kind: 'product',
    tools: tools.filter((one) => built.includes(one.slug)),
    ...parts,
  })
const documents = [
  ...tools,
  product('quillery', 'Quillery', ['go'], {
    topics: ['frameworks'],
    description: 'Framework for agents that call tools.',
    examples: ['framework for a team of agents'],
    licence: 'MIT OR Apache-2.0',
    useCase: 'research',
  }),
  product('chainworks', 'Chain Works', ['langchain', 'rust'], {
    topics: ['frameworks'],
    description: 'Agent framework with graphs.',
    licence: 'MIT AND LicenseRef-Chain-Enterprise',
    useCase: 'research',
  }),
  product('roo-phone', 'Roo Phone', ['rust'], {
    topics: ['voice'],
    description: 'Voice agents for phone calls of clinics.',
    licence: 'AGPL-3.0-only',
    useCase: 'voice',
  }),
  product('n8voice', 'N8Voice', ['go'], {
    topics: ['voice'],
    description: 'Voice agent for restaurants, without waiting.',
    licence: 'Elastic-2.0',
  }),
  product('postmaster', 'Postmaster', [], {
    topics: ['mail'],
    description: 'Sorts the mail of a team by sender.',
    body: ['It drafts replies at night.'],
    standing: [2, 5, 1],
  }),
]
const index = indexOf(documents, topics)
const found = (text: string) => search(index, text, { limit: 9 }).map(({ slug }) => slug)
const recommended = (task: string, stack: string[] = [], useCase: 'research' | null = null) =>
  recommend(index, { task, stack, useCase, limit: 9 })

describe('names', () => {
  it.each([
    { text: 'Roo Phone', first: 'roo-phone' },
    { text: 'roophone', first: 'roo-phone' },
    { text: 'N8VOICE', first: 'n8voice' },
    { text: 'golang', first: 'go' },
    { text: 'quill', first: 'quillery' },
    { text: 'phone', first: 'roo-phone' },
    { text: 'quilleyr', first: 'quillery' },
    { text: 'ostmaster', first: 'postmaster' },
    { text: 'pricing of quillery', first: 'quillery' },
    { text: 'C#', first: 'csharp' },
  ])('"$text" finds $first first', ({ text, first }) => {
    expect(found(text)[0]).toBe(first)
  })

  it.each([
    'quillery vs chain works',
    'compare quillery and Chain Works',
    'difference between quillery and chainworks',
  ])('"%s" finds both before anything else', (text) => {
    expect(found(text).slice(0, 2)).toEqual(['quillery', 'chainworks'])
  })
})

describe('a parsed question', () => {
  it.each([
    { text: 'agent framework without LangChain' },
    { text: 'agent framework not langchain' },
    { text: 'agent framework, no LangChain' },
    { text: 'agent framework except the langchain or rust' },
  ])('"$text" leaves out the tool and what is built with it', ({ text }) => {
    expect(found(text)).toEqual(['quillery'])
  })

  it('"other than X" leaves out X', () => {
    const answers = found('agent framework other than quillery')
    expect(answers).toContain('chainworks')
    expect(answers).not.toContain('quillery')
  })

  it.each([
    { text: 'MIT licensed agent framework', answers: ['chainworks', 'quillery'] },
    { text: 'agent framework under Apache 2.0 license', answers: ['quillery'] },
    { text: 'AGPL voice agent', answers: ['roo-phone'] },
    { text: 'voice agent written in Go', answers: ['n8voice'] },
    { text: 'written in Go', answers: ['n8voice', 'quillery'] },
    { text: 'AGPL license', answers: ['roo-phone'] },
  ])('"$text" is a filter', ({ text, answers }) => {
    expect(found(text).toSorted()).toEqual(answers)
  })

  it('"open source" leaves out what has another licence', () => {
    expect(found('open source voice agent')).toEqual(['roo-phone'])
  })

  it('"open source X" finds alternatives where X is not open source, and X where it is', () => {
    expect(found('open source n8voice')).toEqual(['roo-phone'])
    expect(found('open source roo phone')[0]).toBe('roo-phone')
  })

  it('singular and plural are one', () => {
    expect(found('voice agents for restaurant')).toEqual(found('voice agent for restaurants'))
  })

  it('a word with a typo is read as the nearest that some document has', () => {
    expect(found('sort mail by sendre')[0]).toBe('postmaster')
  })

  it('nothing is answered where nothing is about it', () => {
    expect(found('knitting patterns for winter socks')).toEqual([])
    expect(found('🙂')).toEqual([])
  })
})

describe('alternatives', () => {
  it.each([
    'quillery alternative',
    'alternatives to Quillery',
    'something like quillery',
    'I need software similar to quillery',
    'quillery alternative for small teams',
  ])('"%s" finds what shares its topic, without itself', (text) => {
    expect(found(text).slice(0, 2).toSorted()).toEqual(['chainworks', 'langchain'])
    expect(found(text)).not.toContain('quillery')
  })

  it('of several are none of them', () => {
    const answers = found('alternative to quillery and Chain Works')
    expect(answers).toContain('langchain')
    expect(answers).not.toContain('quillery')
    expect(answers).not.toContain('chainworks')
  })

  it('can be filtered', () => {
    expect(found('open source n8voice alternative')).toEqual(['roo-phone'])
    expect(found('quillery alternative built with rust')).toEqual(['chainworks'])
  })

  it('what is not listed is known by topics', () => {
    expect(found('Bland alternative').toSorted()).toEqual(['n8voice', 'roo-phone'])
  })

  it('a listing has others of its kind like it', () => {
    const like = similarTo(index, { kind: 'product', slug: 'quillery' }).take(3).toArray()
    expect(like[0]!.slug).toBe('chainworks')
  })

  it('what finds nothing has suggestions', () => {
    expect(suggestions(index, 'quillry', { limit: 1 })[0]!.slug).toBe('quillery')
    expect(suggestions(index, 'mail merge for weddings', { limit: 1 })[0]!.slug).toBe('postmaster')
  })
})

describe('recommendations', () => {
  it('a use case alone answers with all its listings, those built with the stack first', () => {
    const slugs = recommended('research', ['rust'], 'research').recommended.map(
      ({ entry }) => entry.slug,
    )
    expect(slugs).toEqual(['chainworks', 'quillery'])
  })

  it('a stack orders what fits the task', () => {
    const { recommended: best } = recommended('voice agent', ['go'])
    expect(best.map(({ entry, matchedTools }) => [entry.slug, matchedTools])).toEqual([
      ['n8voice', ['go']],
      ['roo-phone', []],
    ])
    expect(best[0]!.score).toBeGreaterThan(best[1]!.score)
  })

  it('a stack alone answers with what is built with it', () => {
    const slugs = recommended('', ['rust', 'langchain']).recommended.map(({ entry }) => entry.slug)
    expect(slugs).toEqual(['chainworks', 'roo-phone'])
  })

  it('reasons quote the fields that matched, the owners’ before the editors’, and nothing that was excluded', () => {
    const { question } = recommended('framework for a team of agents, MIT license, not LangChain')
    const reasons = reasonsFor(index, question, documents[4]!, topics)
    expect(reasons).toEqual([
      'Its description says “Framework”, “agents”.',
      'Editors describe the need as “framework for a team of agents”.',
      'Its topic is Agent frameworks.',
      'Its licence is MIT OR Apache-2.0.',
    ])
  })

  it('the parts of a hyphenated word are one quote', () => {
    const desk = product('desk', 'Desk', [], { description: 'Self-hosted desk: hosted, too.' })
    const needs = [stemsOfPhrase('self hosted')]
    const reasons = reasonsFor(index, { needs, licence: undefined, like: undefined }, desk, topics)
    expect(reasons).toContain('Its description says “Self-hosted”, “hosted”.')
  })

  it('a rival is quoted only if the question holds the whole of its name, else its topic is said', () => {
    const phone = documents.find(({ slug }) => slug === 'roo-phone')!
    const reasons = (text: string) =>
      reasonsFor(
        index,
        { needs: [stemsOfPhrase(text)], licence: undefined, like: undefined },
        phone,
        topics,
      )
    expect(reasons('support desk')).toEqual(['Its topic is Voice agents.'])
    expect(reasons('like zoho desk')).toEqual([
      'Editors name “Zoho Desk” for the same topic, Voice agents.',
    ])
  })

  it('name the matched tools of a stack, and the number of requested ones', () => {
    const tools = [{ name: 'Go' }, { name: 'Redis' }]
    expect(stackReason(tools, 3)).toEqual([
      'It is built with 2 of the 3 tools asked for: Go, Redis.',
    ])
    expect(stackReason(tools.slice(0, 1), 1)).toEqual(['It is built with Go.'])
    expect(stackReason([], 1)).toEqual([])
  })
})

describe('what changed since the build', () => {
  const changed = index.changed(
    [
      { kind: 'product', slug: 'postmaster', document: null },
      {
        kind: 'product',
        slug: 'gardener',
        document: product('gardener', 'Gardener', ['go'], { description: 'Waters tomatoes.' }),
      },
    ],
    topics,
  )

  it('is found as soon as it is listed, by name, word and tool', () => {
    for (const text of ['gardener', 'gardner', 'waters tomatoes', 'tomato'])
      expect(search(changed, text, { limit: 1 })[0]?.slug).toBe('gardener')
    const { recommended: best } = recommend(changed, {
      task: '',
      stack: ['go'],
      useCase: null,
      limit: 9,
    })
    expect(best.map(({ entry }) => entry.slug)).toContain('gardener')
  })

  it('is not found once it is withdrawn', () => {
    for (const text of ['postmaster', 'postmastr', 'sort my mail by sender'])
      expect(search(changed, text, { limit: 9 }).map(({ slug }) => slug)).not.toContain(
        'postmaster',
      )
  })

  it('leaves the answers about everything else as they were', () => {
    for (const text of ['agent framework', 'voice agent', 'rust'])
      expect(search(changed, text, { limit: 9 })).toEqual(search(index, text, { limit: 9 }))
  })
})
