import { describe, expect, it } from 'vitest'
import { indexOf } from '#testing/search-index.ts'
import type { SearchDocument, SearchTopic } from './document.ts'
import { reasonsFor, stackReason } from './reasons.ts'
import { readQuestion } from './question.ts'
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
    body: ['It is self-hosted.'],
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
  product('parley', 'Parley', [], {
    topics: ['voice'],
    description: 'Voice agent that answers calls.',
    addresses: ['parley.example', 'github.com/acme/parley-server'],
    worksWith: ['go'],
    hosting: ['cloud'],
  }),
  product('keep', 'Keep', [], {
    topics: ['voice'],
    description: 'Voice agents for phone calls of dentists.',
    life: 'idle',
  }),
  product('dusk', 'Dusk', [], {
    aliases: ['Dawn'],
    topics: ['voice'],
    description: 'Voice agent for night shifts.',
    life: 'ended',
  }),
]
const index = indexOf(documents, topics)
const found = (text: string) => search(index, text, { limit: 9 }).map(({ slug }) => slug)
const recommended = (task: string, stack: string[] = [], useCase: 'research' | null = null) =>
  recommend(index, { task, stack, useCase, limit: 9 })
const slugsFor = (...asked: Parameters<typeof recommended>) =>
  recommended(...asked).recommended.map(({ entry }) => entry.slug)

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

describe('a name inside a question', () => {
  const templates =
    'is X still maintained?|what license is X|how do i install X|which database does X use|who makes X|X pricing|is X open source|does X work with Go|tell me about X|X licence|what replaced X|X’s docs|has X been discontinued'
  it.each(templates.split('|'))('"%s" finds X first, whatever X is', (template) => {
    // "Keep" is an ordinary word, too, and "Dusk" was shut down.
    for (const [name, slug] of Object.entries({
      'Roo Phone': 'roo-phone',
      Keep: 'keep',
      Dusk: 'dusk',
    }))
      expect(found(template.replace('X', name))[0]).toBe(slug)
  })

  it.each([
    ['Parley.example', 'parley'],
    ['https://www.parley.example/docs?from=you', 'parley'],
    ['is docs.parley.example free', 'parley'],
    ['https://github.com/Acme/parley-server.git', 'parley'],
    ['what is github.com/acme/parley-server/issues', 'parley'],
    ['Dawn', 'dusk'],
    ['postmaster for sailors', 'postmaster'],
    ['is postmastr maintained', 'postmaster'],
    ['is postmaster safe to use for our phone calls', 'postmaster'],
  ])('"%s" finds %s first', (text, slug) => {
    expect(found(text)[0]).toBe(slug)
  })

  it('an address that no listing has is no words about a need', () => {
    expect(found('https://github.com/acme/voice-agent')).toEqual([])
  })

  it('what was shut down is found by its name alone', () => {
    expect(found('voice agent for night shifts')).not.toContain('dusk')
    expect(found('dusk alternative')).toContain('n8voice')
    expect(slugsFor('is dusk maintained')).not.toContain('dusk')
  })

  it('tells which fact is asked for', () => {
    expect(readQuestion(index, 'is Keep still maintained').facts).toEqual(['life'])
    expect(readQuestion(index, 'is Keep open source').facts).toEqual(['licence'])
    expect(readQuestion(index, 'voice agent').facts).toEqual([])
  })
})

describe('exclusions', () => {
  it.each([
    'voice agent no cloud',
    'voice agents without the cloud',
    'voice agent, not hosted',
    "voice agent, we can't use SaaS",
    'voice agent that must not run in the cloud',
    'self-hosted voice agent',
  ])('"%s" leaves out what runs in the cloud alone', (text) => {
    const slugs = found(text)
    expect(slugs).toContain('roo-phone')
    expect(slugs).not.toContain('parley')
    expect(readQuestion(index, text).needs.flatMap(({ stems }) => stems)).not.toContain('cloud')
  })

  it.each(
    "without X|not X|no X|does not use X|doesn't need X|cannot use X|never X|avoid X|except X|excluding X|rather than X|anything but X|must not use X|other than X|not written in X|I don't want X|w/o X|free of X|X-free|non-X|except those on X|other than ones built with X|nothing that needs X".split(
      '|',
    ),
  )('"voice agent, %s" leaves out what is built with X', (exclusion) => {
    const slugs = found(`voice agent, ${exclusion.replace('X', 'Rust')}`)
    expect(slugs).toContain('n8voice')
    expect(slugs).not.toContain('roo-phone')
    expect(slugs).not.toContain('rust')
  })

  it('a licence is excluded, in any part', () => {
    expect(found('voice agent without GPL')).not.toContain('roo-phone')
    expect(found('voice agent not under GPL')).not.toContain('roo-phone')
    expect(found('voice agent, not open source')).toContain('n8voice')
    expect(found('voice agent, not open source')).not.toContain('roo-phone')
  })

  it.each([
    'agents that do not wait',
    'not only voice agents',
    'no-code voice agent',
    'voice agent without writing code',
  ])('"%s" excludes nothing', (text) => {
    expect(readQuestion(index, text).excluded.said).toEqual([])
  })

  it('what is left out is in no reason, and alone it asks for alternatives', () => {
    const { question } = recommended('framework for a team of agents, no team')
    const reasons = reasonsFor(index, question, documents[4]!, topics)
    expect(reasons.join()).not.toContain('team')
    expect(found('anything but quillery')).toContain('chainworks')
  })

  it('what nothing can answer is left out and said', () => {
    const { notUsed, needs } = readQuestion(index, 'cheap voice agent released this month')
    expect(notUsed).toEqual(['cheap', 'released this month'])
    expect(needs).toHaveLength(1)
    expect(readQuestion(index, 'latest').notUsed).toEqual([])
  })
})

describe('a parsed question', () => {
  it('"X or Y" leaves out both tools and what is built with them', () => {
    expect(found('agent framework except the langchain or rust')).toEqual(['quillery'])
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
    expect(found('Bland alternative').toSorted()).toEqual([
      'keep',
      'n8voice',
      'parley',
      'roo-phone',
    ])
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
    expect(slugsFor('research', ['rust'], 'research')).toEqual(['chainworks', 'quillery'])
  })

  it('a stack orders what fits the task', () => {
    const { recommended: best } = recommended('voice agent', ['go'])
    expect(best.map(({ entry, built }) => [entry.slug, built])).toEqual([
      ['n8voice', ['go']],
      ['parley', []],
      ['roo-phone', []],
      ['keep', []],
    ])
    expect(best[0]!.score).toBeGreaterThan(best[1]!.score)
  })

  it('what works with a tool comes after what is built with it, and before the rest', () => {
    for (const [task, stack] of [
      ['voice agent', ['go']],
      ['voice agent with Go', []],
    ] as const)
      expect(
        recommended(task, [...stack])
          .recommended.map(({ entry, built, works }) => [entry.slug, built, works])
          .slice(0, 3),
      ).toEqual([
        ['n8voice', ['go'], []],
        ['parley', [], ['go']],
        ['roo-phone', [], []],
      ])
    expect(recommended('', ['go']).recommended.at(-1)!.entry.slug).toBe('parley')
  })

  it('what nobody works on stands below all that is worked on', () => {
    const { recommended: best } = recommended('voice agents for phone calls of dentists')
    expect(best.at(-1)!.entry.slug).toBe('keep')
    expect(best.length).toBeGreaterThan(2)
    expect(best.map(({ score }) => score)).toEqual(
      best.map(({ score }) => score).toSorted((a, b) => b - a),
    )
  })

  it('a verified use case is worth a part of the score', () => {
    const [first, second] = recommended('framework for a team', [], 'research').recommended
    expect(first!.score).toBe(100)
    expect(second!.score).toBeLessThan(first!.score)
    expect(second!.score).toBeGreaterThanOrEqual(70)
  })

  it('a stack alone answers with what is built with it', () => {
    expect(slugsFor('', ['rust', 'langchain'])).toEqual(['chainworks', 'roo-phone'])
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
    const needs = [{ stems: stemsOfPhrase('self hosted'), part: 1 }]
    const reasons = reasonsFor(index, { needs, licence: undefined, like: undefined }, desk, topics)
    expect(reasons).toContain('Its description says “Self-hosted”, “hosted”.')
  })

  it('a rival is quoted only if the question holds the whole of its name, else its topic is said', () => {
    const phone = documents.find(({ slug }) => slug === 'roo-phone')!
    const reasons = (text: string) =>
      reasonsFor(
        index,
        { needs: [{ stems: stemsOfPhrase(text), part: 1 }], licence: undefined, like: undefined },
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
    const asked = { task: '', stack: ['go'], useCase: null, limit: 9 }
    const { recommended: best } = recommend(changed, asked)
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
