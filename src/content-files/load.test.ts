import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { dump } from 'js-yaml'
import { enums } from '#contract/enums.ts'
import { enteredShape } from '#contract/product-shapes.ts'
import { suspicions } from '#core/suspicious-text.ts'
import { publishedLicence } from '#core/licence.ts'
import {
  type Fields,
  category,
  landingPages,
  listing,
  reason,
  reasons,
  tool,
  topic,
  writeContent,
  contentOnce,
} from '#testing/content.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { listingGuide } from './listing-guide.ts'
import { loadContent } from './load.ts'
import { BadContent } from './read.ts'
import { ListingFile } from './schemas.ts'

const otherListing = {
  ...listing,
  name: 'Other',
  url: 'https://other.com',
  approved_at: '2026-01-05T00:00:00.000Z',
}

const proved = {
  slug: 'langgraph',
  state: 'proved',
  level: 'required',
  package: 'pkg:pypi/langgraph',
  source: { path: 'pyproject.toml', line: 3 },
}

const proof: Fields = {
  repository: 'https://github.com/acme/app',
  commit: 'a'.repeat(40),
  checked_at: '2026-11-22T00:00:00.000Z',
  licence: null,
  last_activity: null,
  archived: null,
  tools: [proved],
}

/** Optional fields of a listing; the others are its substance, or belong to its claim. */
const maybeUnknown = [
  'editorial_summary',
  'founder_name',
  'founder_twitter',
  'launch_date',
  'audience_tags',
  'qualification_type',
  'claim_review_status',
  'claim_review_notes',
  'compatibility',
  'public_note',
  'is_featured',
  'featured_rank',
]

const toolFile = 'content/tools/langgraph.yaml'
const listingFile = 'content/listings/acme.yaml'
const tasksFile = 'content/tasks.yaml'
const hostsFile = 'content/code-hosts.yaml'
const reasonsFile = 'content/review-reasons.yaml'

const task = { slug: 'build-software', name: 'x', use_cases: [], categories: [], words: [] }
const row = { tool: 'abacus', status: 'works_with', note: null }

let root: string

beforeEach(async () => {
  root = temporaryFolder()
  await writeContent(root)
})

function write(file: string, value: unknown) {
  return writeFile(path.join(root, file), typeof value === 'string' ? value : dump(value))
}

const writeTool = (more: Fields) => write(toolFile, { ...tool, ...more })
const writeListing = (more: Fields) => write(listingFile, { ...listing, ...more })

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
}

/** A complaint about a file that goes on with this pattern. */
function inFile(file: string, complaint: RegExp): RegExp {
  return new RegExp(`^${RegExp.escape(file)}: ${complaint.source}`)
}

/** The message of the build, with each file named from the root of the content. */
async function complaints(): Promise<string[]> {
  const outcome = await loadContent(root).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome === undefined) return []
  if (!(outcome instanceof BadContent)) throw outcome
  return outcome.message
    .split('\n')
    .map((line) => line.replaceAll(`${path.relative(process.cwd(), root)}/`, ''))
}

describe('good content', () => {
  it('is read completely, each file under its slug', async () => {
    const { categories, tasks, codeHosts, reviewReasons, tools, listings } = await loadContent(root)
    expect(categories).toEqual([category])
    expect(reviewReasons).toEqual(reasons)
    expect(tasks).toMatchObject([{ slug: 'build-software' }])
    expect(codeHosts).toEqual([{ host: 'github.com', sections: [] }])
    expect(tools).toMatchObject([{ slug: 'langgraph', value: { ...tool, aliases: [] } }])
    expect(listings).toMatchObject([
      { slug: 'acme', value: { name: 'Acme', overview: 'It acts on its own.' } },
    ])
  })

  it('may leave out unknown fields of a listing', async () => {
    const known = Object.fromEntries(
      Object.entries(listing).filter(([field]) => !maybeUnknown.includes(field)),
    )
    await write(listingFile, { ...known, qualification_type: 'agent_native' })
    expect((await loadContent(root)).listings).toMatchObject([
      { value: { founder_name: null, launch_date: null, audience_tags: [], is_featured: false } },
    ])
  })

  it('may say how a product ended, which is else active', async () => {
    const source = 'https://acme.example/the-end'
    await writeListing({ lifecycle: { state: 'sunset', source } })
    const [ended] = (await loadContent(root)).listings
    expect(ended!.value.lifecycle).toEqual({
      state: 'sunset',
      since: null,
      successor: null,
      source,
    })
    await write(listingFile, listing)
    const [active] = (await loadContent(root)).listings
    expect(active!.value.lifecycle).toMatchObject({ state: 'active', source: null })
  })

  it.each([
    [{ state: 'archived' }, 'lifecycle.source: is required: who says that it ends?'],
    [{ state: 'dead', source: 'https://acme.example/' }, 'lifecycle.state: '],
    [{ state: 'sunset', since: 'May', source: 'https://acme.example/' }, 'lifecycle.since: '],
  ])('is refused with the end %j', async (lifecycle, reason) => {
    await writeListing({ lifecycle })
    expect(await complaints()).toEqual([
      expect.stringContaining(`content/listings/acme.yaml: ${reason}`),
    ])
  })

  it('joins the facts of a listing with those that a machine found', async () => {
    const source = 'https://acme.example/'
    const byEditors = { fact: 'hosting', value: 'cloud', source }
    await writeListing({ facts: [byEditors] })
    const facts = [{ fact: 'interface', value: 'cli', source }]
    const found = { repository: 'https://github.com/a/a', commit: 'a'.repeat(40), facts }
    await write('content/facts/acme.json', JSON.stringify(found))
    expect((await loadContent(root)).listings).toMatchObject([
      { value: { facts: [byEditors, { fact: 'interface', value: 'cli', day: null, source }] } },
    ])
    await write('content/facts/other.json', JSON.stringify(found))
    expect(await complaints()).toEqual([
      'content/facts/other.json: there is no content/listings/other.yaml',
    ])
  })

  it('is a listing of eight keys, one of which a command writes', async () => {
    const texts = ['name', 'url', 'description', 'overview']
    const keys = [...texts, 'topics', 'tools', 'evidence', 'approved_at']
    const least = Object.fromEntries(keys.map((key) => [key, listing[key]]))
    await write(listingFile, least)
    const { listings } = await loadContent(root)
    expect(listings).toMatchObject([
      { value: { compatibility: [], source: null, qualification_type: null } },
    ])
    for (const key of keys) {
      await write(listingFile, without(least, key))
      const expected = [
        expect.stringMatching(`^content/listings/acme\\.yaml: ${key}: is missing\\. .`),
      ]
      expect(await complaints()).toEqual(expected)
    }
  })

  it('may have a kind without the state of its review, which is then submitted', async () => {
    const { claim_review_status: _, ...unreviewed } = listing
    await write(listingFile, { ...unreviewed, claim_reviewed_at: null })
    expect((await loadContent(root)).listings).toMatchObject([
      { value: { claim_review_status: 'submitted', claim_reviewed_at: null } },
    ])
  })

  it('describes each field of a listing', () => {
    expect(Object.keys(ListingFile.shape)).toEqual(Object.keys(listingGuide))
    for (const name of Object.keys(enteredShape())) expect(listingGuide).toHaveProperty(name)
  })

  it('may have other files beside its YAML files', async () => {
    await write('content/tools/README.md', 'Tools.')
    expect((await loadContent(root)).tools).toHaveLength(1)
  })

  it('may repeat a name or alias within one tool', async () => {
    await writeTool({ aliases: ['lang graph', 'Lang-Graph'] })
    expect(await complaints()).toEqual([])
  })

  it('may have an icon that exists', async () => {
    await writeTool({ icon: 'simple-icons/langgraph' })
    expect(await complaints()).toEqual([])
  })

  it('may list several repositories of one code host', async () => {
    await writeListing({ url: 'https://github.com/acme/one' })
    await write('content/listings/other.yaml', {
      ...otherListing,
      url: 'https://github.com/acme/two',
    })
    expect(await complaints()).toEqual([])
  })

  it('is a weekly issue under its number, with its text', async () => {
    const published_at = '2026-01-04T00:00:00.000Z'
    await write(
      'content/weekly/12.md',
      `---\ntitle: Letters\nslug: letters\npublished_at: ${published_at}\nproducts: [acme]\n---\n\nRead **them**.\n`,
    )
    expect((await loadContent(root)).weekly).toEqual([
      {
        number: 12,
        title: 'Letters',
        slug: 'letters',
        published_at,
        products: ['acme'],
        markdown: 'Read **them**.',
      },
    ])
  })

  it('has one key for reasons of several decisions, and folds their text into one line', async () => {
    const folded = { ...reason, text: 'Say what\nit does.' }
    await write('content/review-reasons.yaml', { ...reasons, revise: [folded] })
    expect((await loadContent(root)).reviewReasons).toEqual(reasons)
  })

  it('is the content of this repository', async () => {
    const { tools, listings } = await contentOnce()
    expect(tools.length).toBeGreaterThan(0)
    expect(listings.length).toBeGreaterThan(0)
  })
})

describe('a file that is bad by itself', () => {
  it.each<[title: string, file: string, value: unknown, complaint: RegExp]>([
    [
      'an open quote, with its own line',
      toolFile,
      'name: A\ndescription: "open\nhomepage: https://a.example\n',
      /line 2: Missing closing "quote/,
    ],
    [
      'an open list, with its own line',
      toolFile,
      'name: A\naliases: [a,\n  b\nhomepage: https://a.example\n',
      /line 2: Flow sequence/,
    ],
    ['a key that is there twice', toolFile, `${dump(tool)}name: Again\n`, /line 7: .* unique/],
    [
      'what one of the two readers takes and the other does not',
      toolFile,
      `${dump(tool)}homepage2: !odd x\n`,
      /line 7: unknown tag/,
    ],
    ['an empty file', 'content/categories.yaml', '', /.*expected array/],
    ['an unknown key', toolFile, { ...tool, colour: 'red' }, /colour: is no field/],
    ['a missing field', toolFile, without(tool, 'homepage'), /homepage: ./],
    [
      'an address that is none',
      toolFile,
      { ...tool, homepage: 'langgraph.example' },
      /homepage: is not an absolute http or https URL$/,
    ],
    [
      'a name that is no slug',
      'content/tools/Lang_Graph.yaml',
      tool,
      /name the file in lower case letters, digits and hyphens$/,
    ],
    [
      'an unknown use case of a task',
      tasksFile,
      [{ ...task, use_cases: ['cooking'] }],
      /0\.use_cases\.0: ./,
    ],
    [
      'an unknown topic of a task',
      tasksFile,
      [{ ...task, topics: ['cooking'] }],
      /build-software\.topics: cooking is not in content\/topics\.yaml$/,
    ],
    ['a task for everything', tasksFile, [{ ...task, slug: 'all' }], /0\.slug: ./],
    [
      'a code host that is no host',
      hostsFile,
      [{ host: 'https://github.com/', sections: [] }],
      /0\.host: ./,
    ],
    ['a decision that is not there', reasonsFile, without(reasons, 'decline'), /decline: ./],
  ])('is refused for %s', async (_, file, value, complaint) => {
    await write(file, value)
    expect(await complaints()).toEqual([expect.stringMatching(inFile(file, complaint))])
  })

  it.each<[title: string, more: Fields, complaint: RegExp]>([
    [
      'an unknown key further down',
      { evidence: [{ type: 'repository', url: 'https://acme.com', shows: 'x', date: 'today' }] },
      /evidence\.0\.date: is no field/,
    ],
    ['a field of the wrong type', { is_featured: 'yes' }, /is_featured: .*expected boolean/],
    [
      'a text that is too long',
      { description: 'x'.repeat(241) },
      /description: has more than 240 characters$/,
    ],
    ['a text of nothing but space', { overview: ' ' }, /overview: is empty\. Two or three/],
    ['a moment without milliseconds', { approved_at: '2026-01-04T00:00:00Z' }, /approved_at: ./],
    ['no tools', { tools: [] }, /tools: ./],
    ['no evidence', { evidence: [] }, /evidence: ./],
  ])('is refused as a listing with %s', async (_, more, complaint) => {
    await writeListing(more)
    expect(await complaints()).toEqual([expect.stringMatching(inFile(listingFile, complaint))])
  })

  it.each<[title: string, more: Fields, complaint: RegExp]>([
    ['a decision without any', { withdraw: [] }, /withdraw: has no reason$/],
    [
      'one for a claim that does not say how the claim then stands',
      { claim: [reason] },
      /claim\.0\.status: ./,
    ],
    [
      'one for a claim that is verified, which needs evidence',
      { claim: [{ ...reason, status: 'verified' }] },
      /claim\.0\.status: ./,
    ],
    [
      'one that is to name a look-alike and does not',
      { reject: [{ ...reason, with_look_alike: 'It is there.' }] },
      /reject\.0\.with_look_alike: does not say where/,
    ],
    [
      'one that is to name what fits and does not',
      { revise: [{ ...reason, with_fit: { of: ['agent_use_case'], text: 'Another fits.' } }] },
      /revise\.0\.with_fit\.text: does not say where/,
    ],
    ['those of a decision that needs none', { approve: [reason] }, /approve: is no field/],
    [
      'one whose key nobody would type',
      { reject: [{ ...reason, key: 'No Product' }] },
      /reject\.0\.key: is not a key: one to four words/,
    ],
    [
      'one without a word to the owner',
      { revise: [reason, { ...reason, key: 'other', text: ' ' }] },
      /revise\.1\.text: is empty$/,
    ],
    [
      'one that is too long for a mail',
      { decline: [{ ...reason, text: 'x'.repeat(601) }] },
      /decline\.0\.text: has more than 600 characters$/,
    ],
  ])('is refused as reasons with %s', async (_, more, complaint) => {
    await write(reasonsFile, { ...reasons, ...more })
    expect(await complaints()).toEqual([expect.stringMatching(inFile(reasonsFile, complaint))])
  })

  it.each(Object.keys(listing).filter((field) => !maybeUnknown.includes(field)))(
    'is refused as a listing without %s',
    async (field) => {
      await write(listingFile, without(listing, field))
      const found = await complaints()
      expect(found).toContainEqual(
        expect.stringMatching(new RegExp(`^content/listings/acme\\.yaml: ${field}: .`)),
      )
    },
  )

  it.each([
    ['agent_use_case', null, 'is required with a qualification_type'],
    ['qualification_statement', null, 'is required with a qualification_type'],
    ['workflow_summary', null, 'is required with a qualification_type'],
    ['agent_tools_used', [], 'is required with a qualification_type'],
    ['supporting_links', [], 'is required with a qualification_type'],
    ['claim_reviewed_at', null, 'is required for a verified claim'],
    ['claim_verified_by', null, 'is required for a verified claim'],
    ['claim_evidence_summary', null, 'is required for a verified claim'],
  ])('is refused as a verified claim with the %s %j', async (field, value, reason) => {
    await writeListing({ [field]: value })
    expect(await complaints()).toEqual([
      expect.stringContaining(`${listingFile}: ${field}: ${reason}`),
    ])
  })

  it('is good for a pull request before its stamps, and named as one that waits', async () => {
    const claim = { claim_reviewed_at: null, claim_verified_by: null, claim_digest: null }
    await writeListing({ ...claim, approved_at: null })
    const waiting: string[] = []
    const { listings } = await loadContent(root, (file) => waiting.push(file))
    expect([waiting, listings.length]).toEqual([[listingFile], 1])
    await writeListing({})
    await loadContent(root, (file) => waiting.push(file))
    expect(waiting).toHaveLength(1)
  })

  it('names the command that writes the times which are missing', async () => {
    const command = '`npm run editor -- stamp acme` writes it.'
    const file = 'content/listings/acme.yaml'
    await write(file, without(listing, 'approved_at'))
    expect(await complaints()).toEqual([`${file}: approved_at: is missing. ${command}`])
    await write(file, { ...listing, claim_reviewed_at: null })
    expect(await complaints()).toEqual([
      `${file}: claim_reviewed_at: is required for a verified claim. ${command}`,
    ])
  })

  it('is reported together with every other bad file of its folder', async () => {
    await write('content/tools/a.yaml', without(tool, 'name'))
    await write('content/tools/b.yaml', { ...tool, colour: 'red' })
    expect(await complaints()).toEqual([
      expect.stringMatching(/^content\/tools\/a\.yaml: name: ./),
      expect.stringMatching(/^content\/tools\/b\.yaml: colour: is no field/),
    ])
  })
})

describe('files that contradict each other', () => {
  it.each<[title: string, file: string, value: unknown, complaint: string]>([
    [
      'an unknown category',
      toolFile,
      { ...tool, category: 'kitchen' },
      'category: kitchen is not in content/categories.yaml',
    ],
    [
      'a missing icon',
      toolFile,
      { ...tool, icon: 'logos/abacus' },
      'icon: logos/abacus does not exist',
    ],
    [
      'an unused topic',
      'content/topics.yaml',
      [topic, { ...topic, slug: 'idle', phrases: ['do nothing'] }],
      'idle: no listing and no tool is of it',
    ],
    [
      'two reasons of one decision under one key',
      reasonsFile,
      { ...reasons, reject: [reason, { ...reason, title: 'Other' }] },
      'reject.key: spam is there twice',
    ],
    [
      'an unknown tool in a stack',
      listingFile,
      { ...listing, tools: ['langgraph', 'abacus'] },
      'tools: there is no content/tools/abacus.yaml',
    ],
    [
      'an unknown tool that resembles one, which is named',
      listingFile,
      { ...listing, tools: ['langgrap'] },
      'tools: there is no content/tools/langgrap.yaml (did you mean langgraph?)',
    ],
    [
      'an unknown tool in a compatibility row',
      listingFile,
      { ...listing, compatibility: [row] },
      'compatibility: there is no content/tools/abacus.yaml',
    ],
    [
      'a claim without a qualification',
      listingFile,
      { ...listing, qualification_type: null },
      'claim_review_status: a claim needs a qualification_type',
    ],
    [
      'a homepage that no listing can have',
      listingFile,
      { ...listing, url: 'https://127.0.0.1/' },
      'url: is an IP address; a listing needs a domain',
    ],
    [
      'a proof of no listing',
      'content/proofs/nobody.json',
      JSON.stringify(proof),
      'there is no content/listings/nobody.yaml',
    ],
  ])('are refused for %s', async (_, file, value, complaint) => {
    await write(file, value)
    expect(await complaints()).toEqual([`${file}: ${complaint}`])
  })

  it.each([
    [
      [topic, topic],
      ['slug: tracing is there twice', 'phrases: watch my agents is there twice'],
    ],
    [
      [topic, { ...topic, slug: 'other', phrases: ['Watch my agents!'] }],
      ['phrases: watch my agents is there twice', 'other: no listing and no tool is of it'],
    ],
    [[{ ...topic, description: 'Records.' }], ['0.description: is shorter than a sentence']],
    [[{ ...topic, phrases: [] }], ['0.phrases: has no phrase that people say']],
    [[{ ...topic, marks: ['traces'] }], ['0.marks: is no field']],
  ])('are refused for topics that are %j', async (topics, expected) => {
    await write('content/topics.yaml', topics)
    const complaint = (await complaints()).flatMap((text) => text.split('\n'))
    expect(complaint).toEqual(expected.map((text) => `content/topics.yaml: ${text}`))
  })

  it.each([
    [['tracin'], 'tracin is not in content/topics.yaml (did you mean tracing?)'],
    [['tracing', 'tracing'], 'tracing is there twice'],
    [[], 'is empty. What it is for'],
    [['a', 'b', 'c', 'd'], 'has more than three'],
  ])('are refused for a listing or a tool with the topics %j', async (topics, expected) => {
    for (const [file, value] of [
      ['content/tools/langgraph.yaml', tool],
      ['content/listings/acme.yaml', listing],
    ] as const) {
      await write(file, { ...value, topics })
      expect(await complaints()).toEqual([expect.stringContaining(`${file}: topics: ${expected}`)])
      await write(file, value)
    }
  })

  const [released, ends, read] = ['2021-04-20', '2023-09-11', '2026-01-01']
  const cycle = { line: '16', released, ends, source: 'https://a.example', read }
  it.each([
    [{ packages: ['next'] }, /packages\.0: is not a package URL/],
    [{ packages: ['pkg:npm/next@16'] }, /packages\.0: .* without version/],
    [{ client_packages: ['pkg:swift/next'] }, /client_packages\.0: .* known type/],
    [{ images: ['pkg:npm/next'] }, /images\.0: is not of the type docker/],
    [{ marker_files: ['a/b.toml'] }, /marker_files\.0: names no file/],
    [{ hosts: ['https://api.acme.com'] }, /hosts\.0: is no public host name/],
    [{ hosts: ['API.acme.com'] }, /hosts\.0: .* in lower case/],
    [{ hosts: ['*.com'] }, /hosts\.0: is no public host name/],
    [{ hosts: ['api.*.com'] }, /hosts\.0: is no public host name/],
    [{ hosts: ['localhost'] }, /hosts\.0: is no public host name/],
    [{ hosts: ['10.0.0.1'] }, /hosts\.0: is no public host name/],
    [{ hosts: ['api.acme.com', 'api.acme.com'] }, /hosts: api\.acme\.com is there twice/],
    [{ packages: ['pkg:npm/a', 'pkg:npm/a'] }, /packages: pkg:npm\/a is there twice/],
    [{ packages: ['pkg:npm/a'], no_package: 'None.' }, /no_package: there is one/],
    [{ packages: ['pkg:npm/a'], shared: ['pkg:npm/a'] }, /shared: pkg:npm\/a is not of/],
    [{ packages: ['pkg:npm/a'], main: ['pkg:npm/b'] }, /main: pkg:npm\/b is none of its packages/],
    [{ cycles: [{ ...cycle, line: 16 }] }, /cycles\.0\.line/],
    [{ cycles: [{ ...cycle, source: 'http://a.example' }] }, /cycles\.0\.source: .*https/],
    [{ cycles: [cycle, { ...cycle, line: '15' }] }, /15 stands after 16: oldest first/],
    [{ cycles: [cycle, { ...cycle, line: '18' }] }, /between 16 and 18 a line is missing/],
    [{ cycles: [{ ...cycle, ends: '2021-01-01' }] }, /16 ends before it was released/],
    [
      { cycles: [cycle, { ...cycle, line: '17', released: '2020-01-01' }] },
      /17 was released before/,
    ],
    [{ cycles: [{ ...cycle, read: '2999-01-01' }] }, /16 was read in the future/],
  ])('are refused for a tool with %j', async (more, complaint) => {
    await writeTool({ ...more })
    expect(await complaints()).toEqual([expect.stringMatching(complaint)])
  })

  it.each([
    [{ commit: 'main' }, /commit: is not a commit/],
    [{ tools: [{ ...proved, source: null }] }, /langgraph is proved exactly when/],
    [{ tools: [{ ...proved, level: 'sure' }] }, /tools\.0\.level/],
    [{ tools: [proved, proved] }, /tools: langgraph is there twice/],
    [
      { tools: [{ ...proved, source: { ...proved.source, text: 'x' } }] },
      /source\.text: is no field/,
    ],
  ])('are refused for a proof with %j', async (more, complaint) => {
    await write('content/proofs/acme.json', JSON.stringify({ ...proof, ...more }))
    expect(await complaints()).toEqual([expect.stringMatching(complaint)])
  })

  it('are refused for a listing whose parts were read at different commits', async () => {
    await write('content/proofs/acme.json', JSON.stringify(proof))
    const facts = { repository: proof.repository, commit: 'f'.repeat(40), facts: [] }
    await write('content/facts/acme.json', JSON.stringify(facts))
    expect(await complaints()).toEqual([
      expect.stringMatching(/^content\/facts\/acme\.json: commit: .* reread acme/),
    ])
  })

  it('are refused for a proof that is not JSON', async () => {
    await write('content/proofs/acme.json', 'repository: x')
    expect(await complaints()).toEqual([
      expect.stringMatching(/^content\/proofs\/acme\.json: .*JSON/),
    ])
  })

  it.each([
    ['package', 'packages', 'client_packages', 'pkg:npm/%40langchain/openai'],
    ['host', 'hosts', 'hosts', 'api.acme.com'],
  ])(
    'are refused for one %s in two tools that is not marked as shared',
    async (_, mine, its, value) => {
      const other = { ...tool, name: 'Other', [its]: [value] }
      await writeTool({ [mine]: [value] })
      await write('content/tools/other.yaml', other)
      expect(await complaints()).toEqual([
        `${toolFile}: ${mine}: ${value} also proves other: name it in \`shared\``,
        `content/tools/other.yaml: ${its}: ${value} also proves langgraph: name it in \`shared\``,
      ])
      await writeTool({ [mine]: [value], shared: [value] })
      await write('content/tools/other.yaml', { ...other, shared: [value] })
      expect(await complaints()).toEqual([])
    },
  )

  it.each([
    ['evidence.0.url', 'http://acme.com/how', 'is not https'],
    ['evidence.0.url', 'https://github.com/acme/app/blob/main/go.mod#L3', 'names main, which may'],
    ['supporting_links.0', 'https://github.com/acme/app/tree/v1.2/docs', 'names v1.2, which may'],
    ['evidence.0.url', 'https://raw.githubusercontent.com/acme/app/main/a.md', 'names main, which'],
    ['source.repository', 'http://github.com/acme/app', 'is not https'],
  ])('are refused for a link in %s that is not what was read: %s', async (field, url, reason) => {
    const source = {
      repository: 'https://github.com/acme/app',
      commit: 'a'.repeat(40),
      committed_on: '2026-01-01',
      read_at: '2026-01-02T00:00:00.000Z',
      read_by: 'Ada',
    }
    const links = {
      'evidence.0.url': { evidence: [{ type: 'repository', url, shows: 'Its source.' }] },
      'supporting_links.0': { supporting_links: [url] },
      'source.repository': { source: { ...source, repository: url } },
    }
    // The links of a claim that was reviewed cannot change without a new review.
    const open = { ...listing, claim_review_status: 'submitted' }
    const changed = { ...open, source, ...links[field as keyof typeof links] }
    await write(listingFile, changed)
    expect(await complaints()).toEqual([
      expect.stringContaining(`content/listings/acme.yaml: ${field}: ${url} ${reason}`),
    ])
  })

  it('are refused for a repeated tool', async () => {
    const other = { ...row, tool: 'other' }
    await write('content/tools/other.yaml', { ...tool, name: 'Other', aliases: [] })
    await writeListing({
      tools: ['langgraph', 'langgraph'],
      compatibility: [other, other, { ...row, tool: 'langgraph' }],
    })
    expect(await complaints()).toEqual([
      `${listingFile}: tools: langgraph is there twice`,
      `${listingFile}: compatibility: other is there twice`,
      `${listingFile}: compatibility: langgraph is one of its tools already`,
    ])
  })

  it.each<[title: string, slug: string, part: Fields, field: string]>([
    [
      'an alias that is another tool’s slug',
      'other',
      { name: 'Other', aliases: ['LANG.graph'] },
      'aliases',
    ],
    ['a name that is another tool’s', 'other', { name: 'Lang Graph' }, 'name'],
    ['a name that differs by an accent', 'other', { name: 'Lánggraph' }, 'name'],
    ['a slug that reads like another', 'lang-graph', { name: 'Other' }, 'name'],
  ])('are refused for %s, whatever its case and punctuation', async (_, slug, part, field) => {
    await write(`content/tools/${slug}.yaml`, { ...tool, ...part })
    const named = new RegExp(
      `^content/tools/[a-z-]+\\.yaml: ${field}: ".+" also names the tool [a-z-]+$`,
    )
    expect(await complaints()).toContainEqual(expect.stringMatching(named))
  })

  it.each<[title: string, one: Fields, two: Fields, complaint: string]>([
    ['domain', {}, { url: 'https://acme.com' }, 'url: acme.com'],
    [
      'domain, written differently',
      {},
      { url: 'http://www.ACME.com./pricing?x=1' },
      'url: acme.com',
    ],
    [
      'repository',
      { url: 'https://github.com/acme/one' },
      { url: 'https://github.com/Acme/One.git' },
      'url: github.com/acme/one',
    ],
    [
      'moment of approval',
      {},
      { approved_at: listing['approved_at'] },
      'approved_at: 2026-01-04T00:00:00.000Z',
    ],
  ])('are refused for two listings of one %s', async (_, one, two, complaint) => {
    await writeListing(one)
    await write('content/listings/other.yaml', { ...otherListing, ...two })
    expect(await complaints()).toEqual([
      `content/listings/other.yaml: ${complaint} is there twice, also in ${listingFile}`,
    ])
  })

  it.each([
    ['one.md', 'title: A\nslug: a\nproducts: [acme]', /name the file by the number/],
    ['1.md', 'title: A\nslug: a\nproducts: [acme, acme]', /products: acme is there twice/],
    ['1.md', 'title: A\nslug: a\nproducts: []', /products: /],
    ['1.md', 'title: A\nslug: a\nproducts: [acme]\ncolour: red', /colour: is no field/],
  ])('are refused as the weekly issue %s with %j', async (file, front, complaint) => {
    const dated = `${front}\npublished_at: 2026-01-04T00:00:00.000Z`
    await write(`content/weekly/${file}`, `---\n${dated}\n---\nText.\n`)
    const [found, ...others] = await complaints()
    expect(found).toMatch(complaint)
    expect(others).toEqual([])
  })

  it.each([
    'No front matter.',
    '---\ntitle: A\nslug: a\nproducts: [acme]\n---\n',
    '---\ntitle: A\n',
  ])('are refused as a weekly issue that is %j', async (text) => {
    await write('content/weekly/1.md', text)
    expect(await complaints()).toEqual([
      expect.stringContaining('content/weekly/1.md: begin with front matter'),
    ])
  })

  it('are all reported together', async () => {
    await writeTool({ category: 'kitchen' })
    await writeListing({ tools: ['abacus'] })
    expect(await complaints()).toHaveLength(2)
  })
})

describe('the repository', () => {
  it('has several reasons for each decision, in texts that raise no flag', async () => {
    const { reviewReasons } = await contentOnce()
    for (const held of Object.values(reviewReasons)) expect(held.length).toBeGreaterThanOrEqual(3)
    for (const { title, text } of Object.values(reviewReasons).flat())
      expect([...suspicions('title', title), ...suspicions('text', text)]).toEqual([])
  })

  // Six repositories that withhold the right to sell were published as MIT or Apache-2.0, which
  // their texts quote.
  it('has in each proof the licence that editors read, where a program read another', async () => {
    const { listings, proofs } = await contentOnce()
    const read = new Map(listings.map(({ slug, value }) => [slug, value.source?.licence ?? null]))
    expect(proofs.length).toBeGreaterThan(150)
    for (const { slug, value } of proofs)
      expect([slug, value.licence]).toEqual([
        slug,
        publishedLicence(value.licence, read.get(slug) ?? null),
      ])
  })

  it('has a review guide with a row for each kind, use case and state of a claim', async () => {
    const { docs } = await contentOnce()
    const { markdown } = docs.find(({ slug }) => slug === 'review')!
    const { qualificationType, agentUseCase, claimReviewStatus } = enums
    for (const value of [...qualificationType, ...agentUseCase, ...claimReviewStatus])
      expect(markdown).toContain(`\n| \`${value}\` | `)
  })

  it.each([
    ['reject', 'What is refused, and why'],
    ['revise', 'What is sent back to be mended'],
  ] as const)(
    'has the reasons to %s in its review guide, in the same words and order',
    async (decision, heading) => {
      const { docs, reviewReasons } = await contentOnce()
      const { markdown } = docs.find(({ slug }) => slug === 'review')!
      const part = markdown.split(/^## /m).find((text) => text.startsWith(heading))!
      const rows = [...part.matchAll(/^\| (.+?) \| /gm)].map(([, title]) => title)
      const titles = reviewReasons[decision].map(({ title }) => title)
      expect(rows.slice(2)).toEqual(titles)
    },
  )

  it('writes every content file in UTF-8 without a byte order mark', async () => {
    const { tools, listings } = await contentOnce()
    for (const { file } of [...tools, ...listings]) {
      const text = await readFile(path.resolve(process.cwd(), file), 'utf8')
      expect(text, file).not.toMatch(/^\ufeff|\ufffd/)
    }
  })
})

it('each page of one facet has a text, and each text has a page', async () => {
  await write('content/landing-pages.yaml', [
    ...landingPages.filter(({ facet }) => facet !== 'use/voice'),
    { facet: 'use/cooking', title: 'Cooks', text: 'They cook.' },
  ])
  expect(await complaints()).toEqual([
    'content/landing-pages.yaml: use/voice is missing',
    'content/landing-pages.yaml: use/cooking is the page of nothing',
  ])
})
