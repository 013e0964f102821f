import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asLatin, latinLookAlike } from './confusable-letters.ts'
import { similarities, lookAlikesAmong, nearest } from './look-alikes.ts'

type Find = ReturnType<typeof lookAlikesAmong>
const lookAlikes = (one: Parameters<Find>[0], listed: Parameters<typeof lookAlikesAmong>[0]) =>
  lookAlikesAmong(listed)(one)

/** Two names with their domains, and why they look alike. */
type Pair = [
  name: string,
  domain: string,
  otherName: string,
  otherDomain: string,
  because: string[],
]

function because(name: string, domain: string, otherName: string, otherDomain: string): string[] {
  const other = { slug: 'other', name: otherName, domain: otherDomain, status: 'approved' } as const
  return lookAlikes({ slug: 'one', name, domain }, [other]).flatMap((found) => found.because)
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
  const porch = { slug: 'one', name: 'Porchlight', domain: 'porch.example' }
  const quarry = { slug: 'two', name: 'Quarry', domain: 'q.example', status: 'pending' } as const
  const between = (one: string, other: string) =>
    lookAlikes({ ...porch, description: one }, [{ ...quarry, description: other }]).flatMap(
      (found) => found.because,
    )

  it.each(texts)('%j beside %j', (one, other, because) => {
    expect(between(one, other)).toEqual(because)
    expect(between(other, one)).toEqual(because)
  })
})

const pairs: Pair[] = [
  ['Langfuse', 'langfuse.com', 'Old name', 'langfuse.com', ['same_domain']],
  ['Langfuse', 'tracing.example', 'LANG fuse', 'langfuse.com', ['same_name']],
  ['Cafè', 'cafe-agent.com', 'Cafe', 'bistro.com', ['same_name']],
  // The e and the o are Cyrillic.
  ['Op\u0435nHands', 'palms.dev', 'OpenHands', 'all-hands.dev', ['confusable_letters']],
  // Greek capitals, which look Latin though their small letters do not.
  ['\u039d8\u039d', 'flows.dev', 'N8N', 'n8n.io', ['confusable_letters']],
  // "ореnai.com" with a Cyrillic o, p and e.
  [
    'Chat',
    new URL('https://\u043e\u0440\u0435nai.com').hostname,
    'OpenAI',
    'openai.com',
    ['confusable_letters'],
  ],
  ['Dify', 'dify.app', 'Different', 'dify.ai', ['same_label']],
  ['Helper', 'flowise.vercel.app', 'F', 'flowiseai.com', ['label_within']],
  ['Dify', 'github.com/langgenius/dify', 'D', 'dify.ai', ['same_label']],
  [
    'One',
    'github.com/someone/openhands',
    'Two',
    'github.com/all-hands-ai/openhands',
    ['same_label'],
  ],
  ['Studio', 'app.acme.com', 'Acme', 'acme.com', ['parent_domain', 'same_site']],
  ['Studio', 'app.acme.com', 'Acme', 'www2.acme.com', ['same_site']],
  ['Langfuze', 'langfuze.com', 'Langfuse', 'langfuse.com', ['similar_name', 'similar_label']],
  // Two neighbours that changed places.
  ['Flowsie', 'one.dev', 'Flowise', 'two.dev', ['similar_name']],
  // A long name may have two typos.
  ['Browsr Automater', 'one.dev', 'Browser Automator', 'two.dev', ['similar_name']],
  ['Helicone AI', 'helicone.dev', 'Helicone', 'helicone.ai', ['same_label', 'similar_name']],
  ['The Agno App', 'one.dev', 'Agno', 'two.dev', ['similar_name']],
  ...['get-n8n.com', 'usen8n.com', 'n8nhq.io', 'n8n-cloud.de', 'n8n-hosting-for-you.com'].map(
    (domain): Pair => ['Flows', domain, 'n8n', 'n8n.io', ['label_within']],
  ),
  ['Traces', 'bestlangfusehosting.com', 'Langfuse', 'langfuse.com', ['label_within']],
]

// Each letter of a short name makes another word: Agno and Argo are two products that both exist, and
// an editor who is shown such pairs learns to look past all of them.
const strangers: [name: string, domain: string, otherName: string, otherDomain: string][] = [
  ['Agno', 'agno.com', 'Argo', 'argoproj.io'],
  ['Agno AI', 'agno.com', 'Argo AI', 'argo.ai'],
  ['Exa', 'exa.ai', 'Exo', 'exo.dev'],
  ['LangChain', 'langchain.com', 'LangGraph', 'langgraph.dev'],
  ['Langfuse', 'langfuse.com', 'Langflow', 'langflow.org'],
  ['OpenHands', 'openhands.dev', 'OpenClaw', 'openclaw.ai'],
  ['Browserbase', 'browserbase.com', 'BrowserUse', 'buse.dev'],
  // Another number makes another name.
  ['Recipe 21', 'recipe21.dev', 'Recipe 22', 'recipe22.dev'],
  // Words of many names do not count.
  ['Support Agent', 'agent.dev', 'Sales Agent', 'agent.ai'],
  ['Agent', 'support-agent.com', 'Voice', 'agent.ai'],
  ['The AI App', 'one.dev', 'My Cloud Agent', 'two.dev'],
  // Longer words contain short labels by chance.
  ['Falls', 'decline.io', 'Cline', 'cline.bot'],
  ['Simple', 'simple.dev', 'Sim', 'sim.ai'],
  ['Notes', 'open-notebook.ai', 'OpenAI', 'openai.com'],
  ['Notehelper', 'notehelper.app', 'Helper', 'helper.ai'],
  // What is left of a name without its words that any product may add is no name.
  ['Browser Use Pro', 'browseruse-pro.com', 'agent-browser', 'agent-browser.dev'],
  // Neighbours on one host, in one organisation or under one public suffix.
  ['One', 'github.com/acme/one', 'Two', 'github.com/acme/two'],
  ['One', 'github.com/acme/one', 'GitHub', 'github.com'],
  ['One', 'one.vercel.app', 'Two', 'two.vercel.app'],
  // Nothing to compare is not the same nothing.
  ['🤖', 'one.dev', '✨', 'two.dev'],
  ['一号', 'one.dev', '二号', 'two.dev'],
]

describe('a look-alike', () => {
  it.each(pairs)(
    '%s, %s looks like %s, %s: %j',
    (name, domain, otherName, otherDomain, reasons) => {
      expect(because(name, domain, otherName, otherDomain)).toEqual(reasons)
      expect(because(otherName, otherDomain, name, domain)).toEqual(reasons)
    },
  )

  it.each(strangers)('%s, %s is not taken for %s, %s', (name, domain, otherName, otherDomain) => {
    expect(because(name, domain, otherName, otherDomain)).toEqual([])
    expect(because(otherName, otherDomain, name, domain)).toEqual([])
  })

  const repositories = ['github.com/acme/pelican']
  const at = (slug: string, domain: string) => ({ slug, name: slug, domain })
  const ofRepository = lookAlikes(at('oracle', 'github.com/acme/pelican'), [
    { ...at('bird', 'bird.example'), status: 'approved', repositories },
  ])

  it('can have every reason of the table: each has a pair above', () => {
    const given = new Set([
      ...pairs.flatMap(([, , , , reasons]) => reasons),
      ...texts.flatMap(([, , reasons]) => reasons),
      ...ofRepository.flatMap((found) => found.because),
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
      {
        ...listed[2],
        because: ['same_domain', 'same_name'],
        plain: null,
        distance: [0, 0],
        isLater: false,
      },
      { ...listed[3], because: ['same_name'], plain: null, distance: [0, 4], isLater: false },
      { ...listed[0], because: ['same_name'], plain: null, distance: [0, 8], isLater: false },
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
        expect(because(...one, ...other)).toEqual(because(...other, ...one))
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
