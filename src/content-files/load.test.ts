import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
} from '#testing/content.ts'
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

const repository = path.resolve(import.meta.dirname, '../..')

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'proofstack-content-'))
  await writeContent(root)
})

afterEach(() => rm(root, { recursive: true }))

function write(file: string, value: unknown) {
  return writeFile(path.join(root, file), typeof value === 'string' ? value : dump(value))
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
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
    await write('content/listings/acme.yaml', { ...known, qualification_type: 'agent_native' })
    expect((await loadContent(root)).listings).toMatchObject([
      { value: { founder_name: null, launch_date: null, audience_tags: [], is_featured: false } },
    ])
  })

  it('may say how a product ended, which is else active', async () => {
    const source = 'https://acme.example/the-end'
    await write('content/listings/acme.yaml', {
      ...listing,
      lifecycle: { state: 'sunset', source },
    })
    const [ended] = (await loadContent(root)).listings
    expect(ended!.value.lifecycle).toEqual({
      state: 'sunset',
      since: null,
      successor: null,
      source,
    })
    await write('content/listings/acme.yaml', listing)
    const [active] = (await loadContent(root)).listings
    expect(active!.value.lifecycle).toMatchObject({ state: 'active', source: null })
  })

  it.each([
    [{ state: 'archived' }, 'lifecycle.source: is required: who says that it ends?'],
    [{ state: 'dead', source: 'https://acme.example/' }, 'lifecycle.state: '],
    [{ state: 'sunset', since: 'May', source: 'https://acme.example/' }, 'lifecycle.since: '],
  ])('is refused with the end %j', async (lifecycle, reason) => {
    await write('content/listings/acme.yaml', { ...listing, lifecycle })
    expect(await complaints()).toEqual([
      expect.stringContaining(`content/listings/acme.yaml: ${reason}`),
    ])
  })

  it('joins the facts of a listing with those that a machine found', async () => {
    const source = 'https://acme.example/'
    const byEditors = { fact: 'hosting', value: 'cloud', source }
    await write('content/listings/acme.yaml', { ...listing, facts: [byEditors] })
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
    await write('content/listings/acme.yaml', least)
    const { listings } = await loadContent(root)
    expect(listings).toMatchObject([
      { value: { compatibility: [], source: null, qualification_type: null } },
    ])
    for (const key of keys) {
      await write('content/listings/acme.yaml', without(least, key))
      const expected = [
        expect.stringMatching(`^content/listings/acme\\.yaml: ${key}: is missing\\. .`),
      ]
      expect(await complaints()).toEqual(expected)
    }
  })

  it('may have a kind without the state of its review, which is then submitted', async () => {
    const { claim_review_status: _, ...unreviewed } = listing
    await write('content/listings/acme.yaml', { ...unreviewed, claim_reviewed_at: null })
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
    await write('content/tools/langgraph.yaml', { ...tool, aliases: ['lang graph', 'Lang-Graph'] })
    expect(await complaints()).toEqual([])
  })

  it('may have an icon that exists', async () => {
    await write('content/tools/langgraph.yaml', { ...tool, icon: 'simple-icons/langgraph' })
    expect(await complaints()).toEqual([])
  })

  it('may have a package that proves two tools when both files say so', async () => {
    const packages = ['pkg:npm/%40langchain/openai']
    await write('content/tools/langgraph.yaml', { ...tool, packages, shared: packages })
    const other = { ...tool, name: 'OpenAI', client_packages: packages, shared: packages }
    await write('content/tools/openai.yaml', other)
    expect(await complaints()).toEqual([])
  })

  it('may list several repositories of one code host', async () => {
    await write('content/listings/acme.yaml', { ...listing, url: 'https://github.com/acme/one' })
    await write('content/listings/other.yaml', {
      ...otherListing,
      url: 'https://github.com/acme/two',
    })
    expect(await complaints()).toEqual([])
  })

  it('is a weekly issue under its number, with its text', async () => {
    await write(
      'content/weekly/12.md',
      '---\ntitle: Letters\nslug: letters\nproducts: [acme]\n---\n\nRead **them**.\n',
    )
    expect((await loadContent(root)).weekly).toEqual([
      {
        number: 12,
        title: 'Letters',
        slug: 'letters',
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
    const { tools, listings } = await loadContent(repository)
    expect(tools.length).toBeGreaterThan(0)
    expect(listings.length).toBeGreaterThan(0)
  })
})

describe('a file that is bad by itself', () => {
  it.each<{ title: string; file: string; value: unknown; complaint: RegExp }>([
    {
      title: 'broken YAML, with its line',
      file: 'content/tools/langgraph.yaml',
      value: 'name: A\ndescription: "open\n',
      complaint: /^content\/tools\/langgraph\.yaml: line \d+: ./,
    },
    {
      title: 'a key that is there twice',
      file: 'content/tools/langgraph.yaml',
      value: `${dump(tool)}name: Again\n`,
      complaint: /^content\/tools\/langgraph\.yaml: line 7: duplicated/,
    },
    {
      title: 'what one of the two readers takes and the other does not',
      file: 'content/tools/langgraph.yaml',
      value: `${dump(tool)}homepage2: !odd x\n`,
      complaint: /^content\/tools\/langgraph\.yaml: line 7: unknown tag/,
    },
    {
      title: 'an empty file',
      file: 'content/categories.yaml',
      value: '',
      complaint: /^content\/categories\.yaml: .*expected array/,
    },
    {
      title: 'an unknown key',
      file: 'content/tools/langgraph.yaml',
      value: { ...tool, colour: 'red' },
      complaint: /^content\/tools\/langgraph\.yaml: colour: is no field/,
    },
    {
      title: 'an unknown key further down',
      file: 'content/listings/acme.yaml',
      value: {
        ...listing,
        evidence: [{ type: 'repository', url: 'https://acme.com', shows: 'x', date: 'today' }],
      },
      complaint: /^content\/listings\/acme\.yaml: evidence\.0\.date: is no field/,
    },
    {
      title: 'a missing field',
      file: 'content/tools/langgraph.yaml',
      value: without(tool, 'homepage'),
      complaint: /^content\/tools\/langgraph\.yaml: homepage: ./,
    },
    {
      title: 'a field of the wrong type',
      file: 'content/listings/acme.yaml',
      value: { ...listing, is_featured: 'yes' },
      complaint: /^content\/listings\/acme\.yaml: is_featured: .*expected boolean/,
    },
    {
      title: 'a text that is too long',
      file: 'content/listings/acme.yaml',
      value: { ...listing, description: 'x'.repeat(241) },
      complaint: /^content\/listings\/acme\.yaml: description: has more than 240 characters$/,
    },
    {
      title: 'a text of nothing but space',
      file: 'content/listings/acme.yaml',
      value: { ...listing, overview: ' ' },
      complaint: /^content\/listings\/acme\.yaml: overview: is empty\. Two or three/,
    },
    {
      title: 'an address that is none',
      file: 'content/tools/langgraph.yaml',
      value: { ...tool, homepage: 'langgraph.example' },
      complaint:
        /^content\/tools\/langgraph\.yaml: homepage: is not an absolute http or https URL$/,
    },
    {
      title: 'a moment without milliseconds',
      file: 'content/listings/acme.yaml',
      value: { ...listing, approved_at: '2026-01-04T00:00:00Z' },
      complaint: /^content\/listings\/acme\.yaml: approved_at: ./,
    },
    {
      title: 'a listing without tools',
      file: 'content/listings/acme.yaml',
      value: { ...listing, tools: [] },
      complaint: /^content\/listings\/acme\.yaml: tools: ./,
    },
    {
      title: 'a listing without evidence',
      file: 'content/listings/acme.yaml',
      value: { ...listing, evidence: [] },
      complaint: /^content\/listings\/acme\.yaml: evidence: ./,
    },
    {
      title: 'an unknown use case of a task',
      file: 'content/tasks.yaml',
      value: [
        { slug: 'build-software', name: 'x', use_cases: ['cooking'], categories: [], words: [] },
      ],
      complaint: /^content\/tasks\.yaml: 0\.use_cases\.0: ./,
    },
    {
      title: 'an unknown topic of a task',
      file: 'content/tasks.yaml',
      value: [
        {
          slug: 'build-software',
          name: 'x',
          use_cases: [],
          categories: [],
          topics: ['cooking'],
          words: [],
        },
      ],
      complaint:
        /^content\/tasks\.yaml: build-software\.topics: cooking is not in content\/topics\.yaml$/m,
    },
    {
      title: 'a task for everything',
      file: 'content/tasks.yaml',
      value: [{ slug: 'all', name: 'x', use_cases: [], categories: [], words: [] }],
      complaint: /^content\/tasks\.yaml: 0\.slug: ./,
    },
    {
      title: 'a code host that is no host',
      file: 'content/code-hosts.yaml',
      value: [{ host: 'https://github.com/', sections: [] }],
      complaint: /^content\/code-hosts\.yaml: 0\.host: ./,
    },
    {
      title: 'a decision without reasons',
      file: 'content/review-reasons.yaml',
      value: { ...reasons, withdraw: [] },
      complaint: /^content\/review-reasons\.yaml: withdraw: has no reason$/,
    },
    {
      title: 'a reason for a claim that does not say how the claim then stands',
      file: 'content/review-reasons.yaml',
      value: { ...reasons, claim: [reason] },
      complaint: /^content\/review-reasons\.yaml: claim\.0\.status: ./,
    },
    {
      title: 'a reason for a claim that is verified, which needs evidence',
      file: 'content/review-reasons.yaml',
      value: { ...reasons, claim: [{ ...reason, status: 'verified' }] },
      complaint: /^content\/review-reasons\.yaml: claim\.0\.status: ./,
    },
    {
      title: 'a reason that is to name a look-alike and does not',
      file: 'content/review-reasons.yaml',
      value: { ...reasons, reject: [{ ...reason, with_look_alike: 'It is there.' }] },
      complaint: /^content\/review-reasons\.yaml: reject\.0\.with_look_alike: does not say where/,
    },
    {
      title: 'a reason that is to name what fits and does not',
      file: 'content/review-reasons.yaml',
      value: {
        ...reasons,
        revise: [{ ...reason, with_fit: { of: ['agent_use_case'], text: 'Another fits.' } }],
      },
      complaint: /^content\/review-reasons\.yaml: revise\.0\.with_fit\.text: does not say where/,
    },
    {
      title: 'reasons of a decision that needs none',
      file: 'content/review-reasons.yaml',
      value: { ...reasons, approve: [reason] },
      complaint: /^content\/review-reasons\.yaml: approve: is no field/,
    },
    {
      title: 'a decision that is not there',
      file: 'content/review-reasons.yaml',
      value: without(reasons, 'decline'),
      complaint: /^content\/review-reasons\.yaml: decline: ./,
    },
    {
      title: 'a reason whose key nobody would type',
      file: 'content/review-reasons.yaml',
      value: { ...reasons, reject: [{ ...reason, key: 'No Product' }] },
      complaint: /^content\/review-reasons\.yaml: reject\.0\.key: is not a key: one to four words/,
    },
    {
      title: 'a reason without a word to the owner',
      file: 'content/review-reasons.yaml',
      value: { ...reasons, revise: [reason, { ...reason, key: 'other', text: ' ' }] },
      complaint: /^content\/review-reasons\.yaml: revise\.1\.text: is empty$/,
    },
    {
      title: 'a reason that is too long for a mail',
      file: 'content/review-reasons.yaml',
      value: { ...reasons, decline: [{ ...reason, text: 'x'.repeat(601) }] },
      complaint: /^content\/review-reasons\.yaml: decline\.0\.text: has more than 600 characters$/,
    },
    {
      title: 'a name that is no slug',
      file: 'content/tools/Lang_Graph.yaml',
      value: tool,
      complaint:
        /^content\/tools\/Lang_Graph\.yaml: name the file in lower case letters, digits and hyphens$/,
    },
  ])('is refused for $title', async ({ file, value, complaint }) => {
    await write(file, value)
    expect(await complaints()).toEqual([expect.stringMatching(complaint)])
  })

  it.each(Object.keys(listing).filter((field) => !maybeUnknown.includes(field)))(
    'is refused as a listing without %s',
    async (field) => {
      await write('content/listings/acme.yaml', without(listing, field))
      const found = await complaints()
      expect(found).toContainEqual(
        expect.stringMatching(new RegExp(`^content/listings/acme\\.yaml: ${field}: .`)),
      )
    },
  )

  it.each([
    { field: 'agent_use_case', value: null, reason: 'is required with a qualification_type' },
    {
      field: 'qualification_statement',
      value: null,
      reason: 'is required with a qualification_type',
    },
    { field: 'workflow_summary', value: null, reason: 'is required with a qualification_type' },
    { field: 'agent_tools_used', value: [], reason: 'is required with a qualification_type' },
    { field: 'supporting_links', value: [], reason: 'is required with a qualification_type' },
    { field: 'claim_reviewed_at', value: null, reason: 'is required for a verified claim' },
    { field: 'claim_verified_by', value: null, reason: 'is required for a verified claim' },
    { field: 'claim_evidence_summary', value: null, reason: 'is required for a verified claim' },
  ])('is refused as a verified claim with an empty $field', async ({ field, value, reason }) => {
    await write('content/listings/acme.yaml', { ...listing, [field]: value })
    expect(await complaints()).toEqual([
      expect.stringContaining(`content/listings/acme.yaml: ${field}: ${reason}`),
    ])
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

  it('is refused as a claim without a qualification', async () => {
    await write('content/listings/acme.yaml', { ...listing, qualification_type: null })
    expect(await complaints()).toEqual([
      'content/listings/acme.yaml: claim_review_status: a claim needs a qualification_type',
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
  it('are refused for an unknown category', async () => {
    await write('content/tools/langgraph.yaml', { ...tool, category: 'kitchen' })
    expect(await complaints()).toEqual([
      'content/tools/langgraph.yaml: category: kitchen is not in content/categories.yaml',
    ])
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

  it('are refused for an unused topic', async () => {
    await write('content/topics.yaml', [topic, { ...topic, slug: 'idle', phrases: ['do nothing'] }])
    expect(await complaints()).toEqual([
      'content/topics.yaml: idle: no listing and no tool is of it',
    ])
  })

  it('are refused for two reasons of one decision under one key', async () => {
    const twice = [reason, { ...reason, title: 'Other' }]
    await write('content/review-reasons.yaml', { ...reasons, reject: twice })
    expect(await complaints()).toEqual([
      'content/review-reasons.yaml: reject.key: spam is there twice',
    ])
  })

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
  ])('are refused for a tool with %j', async (more, complaint) => {
    await write('content/tools/langgraph.yaml', { ...tool, ...more })
    expect(await complaints()).toEqual([expect.stringMatching(complaint)])
  })

  it.each([
    ['nobody', {}, /there is no content\/listings\/nobody\.yaml/],
    ['acme', { commit: 'main' }, /commit: is not a commit/],
    ['acme', { tools: [{ ...proved, source: null }] }, /langgraph is proved exactly when/],
    ['acme', { tools: [{ ...proved, level: 'sure' }] }, /tools\.0\.level/],
    ['acme', { tools: [proved, proved] }, /tools: langgraph is there twice/],
    [
      'acme',
      { tools: [{ ...proved, source: { ...proved.source, text: 'langgraph' } }] },
      /tools\.0\.source\.text: is no field/,
    ],
  ])('are refused for a proof of %s with %j', async (slug, more, complaint) => {
    await write(`content/proofs/${slug}.json`, JSON.stringify({ ...proof, ...more }))
    expect(await complaints()).toEqual([expect.stringMatching(complaint)])
  })

  it('are refused for a proof that is not JSON', async () => {
    await write('content/proofs/acme.json', 'repository: x')
    expect(await complaints()).toEqual([
      expect.stringMatching(/^content\/proofs\/acme\.json: .*JSON/),
    ])
  })

  it('are refused for one package in two tools that is not marked as shared', async () => {
    await write('content/tools/langgraph.yaml', { ...tool, packages: ['pkg:npm/a'] })
    const other = { ...tool, name: 'Other', client_packages: ['pkg:npm/a'] }
    await write('content/tools/other.yaml', other)
    expect(await complaints()).toEqual([
      'content/tools/langgraph.yaml: packages: pkg:npm/a also proves other: name it in `shared`',
      'content/tools/other.yaml: client_packages: pkg:npm/a also proves langgraph: name it in `shared`',
    ])
  })

  it('are refused for one host in two tools that is not marked as shared', async () => {
    const hosts = ['api.acme.com']
    await write('content/tools/langgraph.yaml', { ...tool, hosts })
    await write('content/tools/other.yaml', { ...tool, name: 'Other', hosts })
    expect(await complaints()).toEqual([
      'content/tools/langgraph.yaml: hosts: api.acme.com also proves other: name it in `shared`',
      'content/tools/other.yaml: hosts: api.acme.com also proves langgraph: name it in `shared`',
    ])
    for (const [slug, name] of [
      ['langgraph', 'LangGraph'],
      ['other', 'Other'],
    ] as const)
      await write(`content/tools/${slug}.yaml`, { ...tool, name, hosts, shared: hosts })
    expect(await complaints()).toEqual([])
  })

  it('are refused for a missing icon', async () => {
    await write('content/tools/langgraph.yaml', { ...tool, icon: 'logos/abacus' })
    expect(await complaints()).toEqual([
      'content/tools/langgraph.yaml: icon: logos/abacus does not exist',
    ])
  })

  it('are refused for an unknown tool in a stack', async () => {
    await write('content/listings/acme.yaml', { ...listing, tools: ['langgraph', 'abacus'] })
    expect(await complaints()).toEqual([
      'content/listings/acme.yaml: tools: there is no content/tools/abacus.yaml',
    ])
  })

  it('are refused for an unknown tool in a compatibility row', async () => {
    await write('content/listings/acme.yaml', {
      ...listing,
      compatibility: [{ tool: 'abacus', status: 'works_with', note: null }],
    })
    expect(await complaints()).toEqual([
      'content/listings/acme.yaml: compatibility: there is no content/tools/abacus.yaml',
    ])
  })

  it('name the tool that was meant', async () => {
    await write('content/listings/acme.yaml', { ...listing, tools: ['langgrap'] })
    expect(await complaints()).toEqual([
      'content/listings/acme.yaml: tools: there is no content/tools/langgrap.yaml (did you mean langgraph?)',
    ])
  })

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
    await write('content/listings/acme.yaml', changed)
    expect(await complaints()).toEqual([
      expect.stringContaining(`content/listings/acme.yaml: ${field}: ${url} ${reason}`),
    ])
  })

  it('are refused for a repeated tool', async () => {
    const row = { tool: 'other', status: 'works_with', note: null }
    await write('content/tools/other.yaml', { ...tool, name: 'Other', aliases: [] })
    await write('content/listings/acme.yaml', {
      ...listing,
      tools: ['langgraph', 'langgraph'],
      compatibility: [row, row, { ...row, tool: 'langgraph' }],
    })
    expect(await complaints()).toEqual([
      'content/listings/acme.yaml: tools: langgraph is there twice',
      'content/listings/acme.yaml: compatibility: other is there twice',
      'content/listings/acme.yaml: compatibility: langgraph is one of its tools already',
    ])
  })

  it.each([
    {
      title: 'an alias that is another tool’s slug',
      slug: 'other',
      part: { name: 'Other', aliases: ['LANG.graph'] },
      field: 'aliases',
    },
    {
      title: 'a name that is another tool’s',
      slug: 'other',
      part: { name: 'Lang Graph' },
      field: 'name',
    },
    {
      title: 'a name that differs by an accent',
      slug: 'other',
      part: { name: 'Lánggraph' },
      field: 'name',
    },
    {
      title: 'a slug that reads like another',
      slug: 'lang-graph',
      part: { name: 'Other' },
      field: 'name',
    },
  ])('are refused for $title, whatever its case and punctuation', async ({ slug, part, field }) => {
    await write(`content/tools/${slug}.yaml`, { ...tool, ...part })
    const named = new RegExp(
      `^content/tools/[a-z-]+\\.yaml: ${field}: ".+" also names the tool [a-z-]+$`,
    )
    expect(await complaints()).toContainEqual(expect.stringMatching(named))
  })

  it.each([
    { title: 'written alike', url: 'https://acme.com' },
    { title: 'written differently', url: 'http://www.ACME.com./pricing?x=1' },
  ])('are refused for one domain in two listings, $title', async ({ url }) => {
    await write('content/listings/other.yaml', { ...otherListing, url })
    expect(await complaints()).toEqual([
      'content/listings/other.yaml: url: acme.com is there twice, also in content/listings/acme.yaml',
    ])
  })

  it('are refused for one repository in two listings', async () => {
    await write('content/listings/acme.yaml', { ...listing, url: 'https://github.com/acme/one' })
    await write('content/listings/other.yaml', {
      ...otherListing,
      url: 'https://github.com/Acme/One.git',
    })
    expect(await complaints()).toEqual([
      'content/listings/other.yaml: url: github.com/acme/one is there twice, also in content/listings/acme.yaml',
    ])
  })

  it('are refused for a homepage that no listing can have', async () => {
    await write('content/listings/acme.yaml', { ...listing, url: 'https://127.0.0.1/' })
    expect(await complaints()).toEqual([
      'content/listings/acme.yaml: url: is an IP address; a listing needs a domain',
    ])
  })

  it('are refused for two approvals at one moment', async () => {
    await write('content/listings/other.yaml', {
      ...otherListing,
      approved_at: listing['approved_at'],
    })
    expect(await complaints()).toEqual([
      'content/listings/other.yaml: approved_at: 2026-01-04T00:00:00.000Z is there twice, also in content/listings/acme.yaml',
    ])
  })

  it.each([
    ['one.md', 'title: A\nslug: a\nproducts: [acme]', /name the file by the number/],
    ['1.md', 'title: A\nslug: a\nproducts: [acme, acme]', /products: acme is there twice/],
    ['1.md', 'title: A\nslug: a\nproducts: []', /products: /],
    ['1.md', 'title: A\nslug: a\nproducts: [acme]\ncolour: red', /colour: is no field/],
  ])('are refused as the weekly issue %s with %j', async (file, front, complaint) => {
    await write(`content/weekly/${file}`, `---\n${front}\n---\nText.\n`)
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
    await write('content/tools/langgraph.yaml', { ...tool, category: 'kitchen' })
    await write('content/listings/acme.yaml', { ...listing, tools: ['abacus'] })
    expect(await complaints()).toHaveLength(2)
  })
})

describe('the repository', () => {
  it('has several reasons for each decision, in texts that raise no flag', async () => {
    const { reviewReasons } = await loadContent(repository)
    for (const held of Object.values(reviewReasons)) expect(held.length).toBeGreaterThanOrEqual(3)
    for (const { title, text } of Object.values(reviewReasons).flat())
      expect([...suspicions('title', title), ...suspicions('text', text)]).toEqual([])
  })

  // Six repositories that withhold the right to sell were published as MIT or Apache-2.0, which
  // their texts quote.
  it('has in each proof the licence that editors read, where a program read another', async () => {
    const { listings, proofs } = await loadContent(repository)
    const read = new Map(listings.map(({ slug, value }) => [slug, value.source?.licence ?? null]))
    expect(proofs.length).toBeGreaterThan(150)
    for (const { slug, value } of proofs)
      expect([slug, value.licence]).toEqual([
        slug,
        publishedLicence(value.licence, read.get(slug) ?? null),
      ])
  })

  it('has a review guide with a row for each kind, use case and state of a claim', async () => {
    const { docs } = await loadContent(repository)
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
      const { docs, reviewReasons } = await loadContent(repository)
      const { markdown } = docs.find(({ slug }) => slug === 'review')!
      const part = markdown.split(/^## /m).find((text) => text.startsWith(heading))!
      const rows = [...part.matchAll(/^\| (.+?) \| /gm)].map(([, title]) => title)
      const titles = reviewReasons[decision].map(({ title }) => title)
      expect(rows.slice(2)).toEqual(titles)
    },
  )

  it('has the same reason at the same digit of both menus', async () => {
    const { reject, revise } = (await loadContent(repository)).reviewReasons
    const place = (reasons: readonly { key: string }[], key: string) =>
      reasons.findIndex((reason) => reason.key === key)
    const same = {
      spam: 'unclear-text',
      'no-product': 'no-answer',
      'off-topic': 'other-product',
      'not-agent-product': 'kind',
      'nothing-to-check': 'account',
    }
    for (const [rejected, revised] of Object.entries(same)) {
      expect(place(reject, rejected)).toBeGreaterThanOrEqual(0)
      expect(place(revise, revised)).toBe(place(reject, rejected))
    }
    // The desk has ten digits and four letters for reasons.
    expect(Math.max(reject.length, revise.length)).toBeLessThanOrEqual(14)
  })

  it('writes every content file in UTF-8 without a byte order mark', async () => {
    const { tools, listings } = await loadContent(repository)
    for (const { file } of [...tools, ...listings]) {
      const text = await readFile(path.resolve(process.cwd(), file), 'utf8')
      expect(text, file).not.toMatch(/^\ufeff|\ufffd/)
    }
  })
})

it('each page of one facet has a text, and each text has a page', async () => {
  await write('content/landing-pages.yaml', [
    ...landingPages.filter(({ facet }) => facet !== 'for/founders'),
    { facet: 'use/cooking', title: 'Cooks', text: 'They cook.' },
  ])
  expect(await complaints()).toEqual([
    'content/landing-pages.yaml: for/founders is missing',
    'content/landing-pages.yaml: use/cooking is the page of nothing',
  ])
})
