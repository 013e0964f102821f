import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asLatin, latinLookAlike } from './confusable-letters.ts'
import { similarities, lookAlikes, nearest } from './look-alikes.ts'

interface Pair {
  one: readonly [name: string, domain: string]
  other: readonly [name: string, domain: string]
  because?: string[]
}

function because({ one, other }: Pair): string[] {
  const candidate = { slug: 'one', name: one[0], domain: one[1] }
  const listed = { slug: 'other', name: other[0], domain: other[1], status: 'approved' as const }
  return lookAlikes(candidate, [listed]).flatMap((found) => found.because)
}

const said =
  'Phone agent for small hotels that answers calls, takes bookings and hands over to the desk.'
const texts: [one: string, other: string, because: string[]][] = [
  [said, said, ['same_description']],
  [said, ` ${said.toUpperCase().replaceAll(',', ' ;')}`, ['same_description']],
  [said, `The best ${said.replace('small', 'tiny')}`, ['similar_description']],
  [
    '面向小型网店的客服智能体：读取订单、回答问题，不确定时转给人工。',
    '面向小型网店的客服智能体，读取订单，回答问题，不确定时转给人工处理',
    ['similar_description'],
  ],
  [said, 'Phone agent for small hotels.', []],
  [said, 'Browser agent that fills in supplier portals and hands over to the desk.', []],
  ['Agent.', 'Agent.', []],
  ['', '', []],
]

describe('a description', () => {
  const between = (one: string, other: string) =>
    lookAlikes({ slug: 'one', name: 'Porchlight', domain: 'porch.example', description: one }, [
      {
        slug: 'other',
        name: 'Quarry',
        domain: 'quarry.example',
        description: other,
        status: 'pending',
      },
    ]).flatMap((found) => found.because)

  it.each(texts)('%j beside %j', (one, other, because) => {
    expect(between(one, other)).toEqual(because)
    expect(between(other, one)).toEqual(because)
  })
})

const pairs: Pair[] = [
  {
    one: ['Langfuse', 'langfuse.com'],
    other: ['Old name', 'langfuse.com'],
    because: ['same_domain'],
  },
  {
    one: ['Langfuse', 'tracing.example'],
    other: ['LANG fuse', 'langfuse.com'],
    because: ['same_name'],
  },
  { one: ['Cafè', 'cafe-agent.com'], other: ['Cafe', 'bistro.com'], because: ['same_name'] },
  // The e and the o are Cyrillic.
  {
    one: ['Op\u0435nHands', 'palms.dev'],
    other: ['OpenHands', 'all-hands.dev'],
    because: ['confusable_letters'],
  },
  // Greek capitals, which look Latin though their small letters do not.
  {
    one: ['\u039d8\u039d', 'flows.dev'],
    other: ['N8N', 'n8n.io'],
    because: ['confusable_letters'],
  },
  // "ореnai.com" with a Cyrillic o, p and e.
  {
    one: ['Chat', new URL('https://\u043e\u0440\u0435nai.com').hostname],
    other: ['OpenAI', 'openai.com'],
    because: ['confusable_letters'],
  },
  { one: ['Dify', 'dify.app'], other: ['Different', 'dify.ai'], because: ['same_label'] },
  {
    one: ['Helper', 'flowise.vercel.app'],
    other: ['F', 'flowiseai.com'],
    because: ['label_within'],
  },
  { one: ['Dify', 'github.com/langgenius/dify'], other: ['D', 'dify.ai'], because: ['same_label'] },
  {
    one: ['One', 'github.com/someone/openhands'],
    other: ['Two', 'github.com/all-hands-ai/openhands'],
    because: ['same_label'],
  },
  { one: ['Studio', 'app.acme.com'], other: ['Acme', 'acme.com'], because: ['same_site'] },
  {
    one: ['Langfuze', 'langfuze.com'],
    other: ['Langfuse', 'langfuse.com'],
    because: ['similar_name', 'similar_label'],
  },
  // Two neighbours that changed places.
  { one: ['Flowsie', 'one.dev'], other: ['Flowise', 'two.dev'], because: ['similar_name'] },
  // A long name may have two typos.
  {
    one: ['Browsr Automater', 'one.dev'],
    other: ['Browser Automator', 'two.dev'],
    because: ['similar_name'],
  },
  {
    one: ['Helicone AI', 'helicone.dev'],
    other: ['Helicone', 'helicone.ai'],
    because: ['same_label', 'similar_name'],
  },
  { one: ['The Agno App', 'one.dev'], other: ['Agno', 'two.dev'], because: ['similar_name'] },
  ...['get-n8n.com', 'usen8n.com', 'n8nhq.io', 'n8n-cloud.de', 'n8n-hosting-for-you.com'].map(
    (domain) => ({
      one: ['Flows', domain] as const,
      other: ['n8n', 'n8n.io'] as const,
      because: ['label_within'],
    }),
  ),
  {
    one: ['Traces', 'bestlangfusehosting.com'],
    other: ['Langfuse', 'langfuse.com'],
    because: ['label_within'],
  },
]

// Each letter of a short name makes another word: Agno and Argo are two products that both exist, and
// an editor who is shown such pairs learns to look past all of them.
const strangers: Pair[] = [
  { one: ['Agno', 'agno.com'], other: ['Argo', 'argoproj.io'] },
  { one: ['Agno AI', 'agno.com'], other: ['Argo AI', 'argo.ai'] },
  { one: ['Exa', 'exa.ai'], other: ['Exo', 'exo.dev'] },
  { one: ['LangChain', 'langchain.com'], other: ['LangGraph', 'langgraph.dev'] },
  { one: ['Langfuse', 'langfuse.com'], other: ['Langflow', 'langflow.org'] },
  { one: ['OpenHands', 'openhands.dev'], other: ['OpenClaw', 'openclaw.ai'] },
  { one: ['Browserbase', 'browserbase.com'], other: ['BrowserUse', 'buse.dev'] },
  // Another number makes another name.
  { one: ['Recipe 21', 'recipe21.dev'], other: ['Recipe 22', 'recipe22.dev'] },
  // Words of many names do not count.
  { one: ['Support Agent', 'agent.dev'], other: ['Sales Agent', 'agent.ai'] },
  { one: ['Agent', 'support-agent.com'], other: ['Voice', 'agent.ai'] },
  { one: ['The AI App', 'one.dev'], other: ['My Cloud Agent', 'two.dev'] },
  // Longer words contain short labels by chance.
  { one: ['Falls', 'decline.io'], other: ['Cline', 'cline.bot'] },
  { one: ['Simple', 'simple.dev'], other: ['Sim', 'sim.ai'] },
  { one: ['Notes', 'open-notebook.ai'], other: ['OpenAI', 'openai.com'] },
  { one: ['Notehelper', 'notehelper.app'], other: ['Helper', 'helper.ai'] },
  // What is left of a name without its words that any product may add is no name.
  {
    one: ['Browser Use Pro', 'browseruse-pro.com'],
    other: ['agent-browser', 'agent-browser.dev'],
  },
  // Neighbours on one host, in one organisation or under one public suffix.
  { one: ['One', 'github.com/acme/one'], other: ['Two', 'github.com/acme/two'] },
  { one: ['One', 'github.com/acme/one'], other: ['GitHub', 'github.com'] },
  { one: ['One', 'one.vercel.app'], other: ['Two', 'two.vercel.app'] },
  // Nothing to compare is not the same nothing.
  { one: ['🤖', 'one.dev'], other: ['✨', 'two.dev'] },
  { one: ['一号', 'one.dev'], other: ['二号', 'two.dev'] },
]

describe('a look-alike', () => {
  it.each(pairs)('$one looks like $other: $because', (pair) => {
    expect(because(pair)).toEqual(pair.because)
    expect(because({ one: pair.other, other: pair.one })).toEqual(pair.because)
  })

  it.each(strangers)('$one is not taken for $other', (pair) => {
    expect(because(pair)).toEqual([])
    expect(because({ one: pair.other, other: pair.one })).toEqual([])
  })

  it('can have every reason of the table: each has a pair above', () => {
    const given = new Set([
      ...pairs.flatMap((pair) => pair.because ?? []),
      ...texts.flatMap(([, , reasons]) => reasons),
    ])
    expect([...given].sort()).toEqual(Object.keys(similarities).sort())
  })

  it('comes with its state, the nearest first, then by slug, and never the candidate itself', () => {
    const listed = [
      { slug: 'z', name: 'Acme', domain: 'elsewhere.com', status: 'approved' as const },
      { slug: 'acme', name: 'Acme', domain: 'acme.com', status: 'pending' as const },
      { slug: 'acme-1', name: 'Acme', domain: 'acme.com', status: 'rejected' as const },
      { slug: 'b', name: 'Acme', domain: 'other.com', status: 'withdrawn' as const },
      { slug: 'far', name: 'Walrus', domain: 'walrus.com', status: 'approved' as const },
    ]
    expect(lookAlikes({ slug: 'acme', name: 'Acme', domain: 'acme.com' }, listed)).toEqual([
      { ...listed[2], because: ['same_domain', 'same_name'], plain: null, distance: [0, 0] },
      { ...listed[3], because: ['same_name'], plain: null, distance: [0, 4] },
      { ...listed[0], because: ['same_name'], plain: null, distance: [0, 8] },
    ])
  })

  it('is named that is nearest by name, then by domain; equally near ones are all the nearest', () => {
    const status = 'approved' as const
    const at = (slug: string, name: string, domain: string) => ({ slug, name, domain, status })
    const listed = [
      at('agent-browser', 'agent-browser', 'agent-browser.dev'),
      at('browserbase', 'Browserbase', 'browserbase.com'),
      at('browser-use', 'Browser Use', 'browser-use.com'),
    ]
    const one = { slug: 'one', name: 'Browser Use Pro', domain: 'browseruse-pro.com' }
    const found = lookAlikes(one, listed)
    expect(nearest(found).map(({ slug }) => slug)).toEqual(['browser-use'])
    const twins = [at('b', 'Ledgerly', 'ledgerly.io'), at('a', 'Ledgerly', 'ledgerly.dev')]
    const both = lookAlikes({ slug: 'one', name: 'Ledgerly', domain: 'ledgerly.app' }, twins)
    expect(nearest(both).map(({ slug }) => slug)).toEqual(['a', 'b'])
    expect(nearest([])).toEqual([])
  })

  it.each([
    ['ledgerly.example', 'ledgerly-app.example', 'this'],
    ['getporchlight.example', 'porchlight.example', 'other'],
    ['ledgerly.example', 'ledgerly.test', null],
    ['ledgerly-app.example', 'useledgerly.example', null],
    ['acme.example', 'walrus-app.example', null],
  ])('tells of %s beside %s which has the plain domain: %s', (one, other, plain) => {
    const status = 'pending' as const
    const listed = [{ slug: 'other', name: 'Same', domain: other, status }]
    const found = lookAlikes({ slug: 'one', name: 'Same', domain: one }, listed)
    expect(found.map((each) => each.plain)).toEqual([plain])
  })

  it('is symmetric for any names and domains', () => {
    const side = fc.tuple(fc.string({ unit: 'binary' }), fc.domain())
    fc.assert(
      fc.property(side, side, (one, other) => {
        expect(because({ one, other })).toEqual(because({ one: other, other: one }))
      }),
    )
  })
})

describe('letters that look Latin', () => {
  it.each([
    { text: '\u0421\u043e\u0440\u0430', reads: 'Copa' },
    { text: '\u0391\u03b1', reads: 'Aa' },
    { text: 'Привет', reads: 'Пpивeт' },
    { text: 'plain ASCII, é and 漢字', reads: 'plain ASCII, é and 漢字' },
  ])('$text reads as "$reads"', ({ text, reads }) => {
    expect(asLatin(text)).toBe(reads)
  })

  it('a Latin letter has no look-alike', () => {
    for (const letter of 'abcxyzABCXYZéßø') expect(latinLookAlike(letter)).toBeUndefined()
  })
})
