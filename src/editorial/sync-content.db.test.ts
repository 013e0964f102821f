import { beforeEach, describe, expect, it } from 'vitest'
import { active } from '#contract/resources/lifecycle.ts'
import type { ListingFile, ProofFile, ToolFile } from '#content-files/schemas.ts'
import { addresses } from '#core/addresses.ts'
import { noPackages } from '#testing/sample-records.ts'
import { testDatabase } from '#testing/database.ts'
import { insertPending, insertRejected } from '#testing/builders.ts'
import { emptyTables, rowOf, rowsOf } from '#testing/rows.ts'
import type { Corrections } from './editable-fields.ts'
import { acceptProposal } from './proposal.ts'
import { proposeChange } from './revise.ts'
import { type SyncedContent, syncContent } from './sync-content.ts'

const database = testDatabase()

const tables = [
  'proofs',
  'removals',
  'changelog',
  'audit',
  'outbox',
  'compatibility',
  'evidence',
  'product_tools',
  'products',
  'tools',
  'categories',
] as const

beforeEach(() => emptyTables(database.db, ...tables))

function tool(slug: string, more: Partial<ToolFile> = {}): SyncedContent['tools'][number] {
  const value = {
    name: slug,
    description: `What ${slug} does.`,
    category: 'models',
    topics: ['model-providers'],
    homepage: `https://${slug}.example/`,
    aliases: [],
    examples: [],
    ...noPackages,
    shared: [],
    ...more,
  }
  return { slug, file: `content/tools/${slug}.yaml`, value }
}

function listing(
  slug: string,
  approved_at: string,
  more: Partial<ListingFile> = {},
): SyncedContent['listings'][number] {
  const value: ListingFile = {
    name: slug,
    url: `https://www.${slug}.example/start`,
    description: 'Answers letters.',
    topics: ['customer-support'],
    lifecycle: active,
    facts: [],
    overview: 'It answers letters.',
    left_out: [],
    left_out_facts: [],
    claim_digest: null,
    editorial_summary: null,
    examples: [],
    founder_name: null,
    founder_twitter: null,
    launch_date: null,
    audience_tags: ['b2b'],
    qualification_type: null,
    agent_use_case: null,
    qualification_statement: null,
    workflow_summary: null,
    agent_tools_used: [],
    supporting_links: [],
    source: null,
    claim_review_status: null,
    claim_reviewed_at: null,
    claim_verified_by: null,
    claim_review_notes: null,
    claim_evidence_summary: null,
    tools: ['alpha'],
    stack_basis: 'own_code',
    compatibility: [],
    evidence: [
      { type: 'website', url: `https://${slug}.example/`, shows: 'What it says of itself.' },
    ],
    public_note: null,
    approved_at,
    is_featured: false,
    featured_rank: 0,
    ...more,
  }
  return { slug, file: `content/listings/${slug}.yaml`, value }
}

function content(more: Partial<SyncedContent> = {}): SyncedContent {
  return {
    weekly: [],
    categories: [
      { slug: 'models', name: 'Models', description: 'They think.' },
      { slug: 'data', name: 'Data', description: 'They remember.' },
    ],
    tools: [tool('alpha'), tool('beta', { category: 'data', aliases: ['b'], icon: 'logos/beta' })],
    codeHosts: [{ host: 'github.com', sections: [] }],
    listings: [],
    proofs: [],
    histories: [],
    ...more,
  }
}

const sync = (more: Partial<SyncedContent> = {}) => syncContent(database.db, content(more))

/** Every row of every table that a sync may touch. */
async function everything() {
  const all = tables.map((table) => database.db.selectFrom(table).selectAll().execute())
  return (await Promise.all(all)).map((rows) => rows.map((row) => JSON.stringify(row)).sort())
}

const products = () =>
  database.db.selectFrom('products').selectAll().orderBy('approved_at').execute()

describe('categories and tools', () => {
  it('are inserted in the order of the file', async () => {
    await sync()
    expect(await rowsOf(database.db, 'categories', {}, ['slug', 'position'])).toEqual([
      { slug: 'models', position: 0 },
      { slug: 'data', position: 1 },
    ])
    const tools = await rowsOf(database.db, 'tools', {})
    expect(tools.toSorted((a, b) => a.slug.localeCompare(b.slug))).toMatchObject([
      { slug: 'alpha', category: 'models', aliases: [], icon: null },
      {
        slug: 'beta',
        category: 'data',
        aliases: ['b'],
        icon: 'beta.svg',
        homepage: 'https://beta.example/',
      },
    ])
  })

  it('follow the files when these change, and a tool keeps its id and its age', async () => {
    await sync()
    const before = await rowOf(database.db, 'tools', { slug: 'beta' })
    const { categories } = content()
    await sync({
      categories: [categories[1]!, { ...categories[0]!, name: 'Minds' }],
      tools: [tool('beta', { name: 'Better', packages: ['pkg:npm/beta'] })],
    })
    expect(await rowsOf(database.db, 'categories', {}, ['slug', 'name'])).toEqual([
      { slug: 'data', name: 'Data' },
      { slug: 'models', name: 'Minds' },
    ])
    const after = await rowOf(database.db, 'tools', { slug: 'beta' })
    expect(after).toEqual({
      ...before,
      name: 'Better',
      packages: ['pkg:npm/beta'],
      category: 'models',
      aliases: [],
      icon: null,
    })
  })
})

describe('starters', () => {
  const [january, february, march] = [
    '2026-01-01T00:00:00.000Z',
    '2026-02-01T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ] as const

  it('are published in the order of their approval, each at its own time', async () => {
    const listings = [
      listing('march', march),
      listing('january', january),
      listing('february', february),
    ]
    expect(await sync({ listings })).toMatchObject({ published: 3 })
    const times = [january, february, march].map((time) => new Date(time))
    expect((await products()).map(({ slug, approved_at }) => ({ slug, approved_at }))).toEqual(
      ['january', 'february', 'march'].map((slug, index) => ({ slug, approved_at: times[index] })),
    )
    const changes = await rowsOf(database.db, 'changelog', {}, ['timestamp', 'type'])
    expect(changes).toEqual(times.map((timestamp) => ({ timestamp, type: 'product_approved' })))
  })

  it('are written with all that their file says', async () => {
    const full = listing('full', january, {
      founder_name: 'Ada Lovelace',
      launch_date: '2026-03-29',
      qualification_type: 'agent_native',
      agent_use_case: 'support',
      claim_review_status: 'verified',
      claim_reviewed_at: january,
      tools: ['beta', 'alpha'],
      compatibility: [{ tool: 'beta', status: 'works_with', note: 'By hand.' }],
      source: {
        repository: 'https://github.com/full/full',
        others: [],
        commit: 'c'.repeat(40),
        committed_on: '2025-12-24',
        licence: 'MIT',
        archived: null,
        read_at: january,
        read_by: 'Proofstack editors (agent)',
      },
      is_featured: true,
      featured_rank: 3,
    })
    await sync({ listings: [full] })
    const [product] = await products()
    expect(product).toMatchObject({
      slug: 'full',
      domain: 'full.example',
      registrable_domain: 'full.example',
      url: 'https://www.full.example/start',
      status: 'approved',
      source_kind: 'curated',
      submission_tier: 'free',
      submitted_by_agent: false,
      submitter_email: null,
      founder_profile_slug: 'ada-lovelace',
      qualification_type: 'agent_native',
      claim_review_status: 'verified',
      created_at: new Date(january),
      reading: {
        by: 'Proofstack editors (agent)',
        at: january,
        repository: 'https://github.com/full/full',
        commit: 'c'.repeat(40),
        committed_on: '2025-12-24',
      },
      is_featured: true,
      featured_rank: 3,
    })
    const tools = await rowsOf(database.db, 'tools', {})
    const ids = new Map(tools.map(({ id, slug }) => [slug, id]))
    const { db } = database
    const stack = await rowsOf(db, 'product_tools', {}, ['tool_id'])
    expect(stack).toEqual([{ tool_id: ids.get('beta') }, { tool_id: ids.get('alpha') }])
    const matrix = await rowsOf(db, 'compatibility', {}, ['tool_id', 'status', 'note'])
    expect(matrix).toEqual([{ tool_id: ids.get('beta'), status: 'works_with', note: 'By hand.' }])
    const evidence = await rowsOf(db, 'evidence', {}, ['position', 'type', 'url', 'shows'])
    expect(evidence).toEqual([{ position: 0, ...full.value.evidence[0]! }])
    const audit = await rowsOf(db, 'audit', {}, ['actor', 'action'])
    expect(audit).toEqual([{ actor: 'content', action: 'approve' }])
    expect(await rowsOf(db, 'outbox', {})).toEqual([])
  })

  it('are published once: a second sync changes nothing', async () => {
    const listings = [listing('one', january), listing('two', february)]
    await sync({ listings })
    const before = await everything()
    expect(await sync({ listings })).toMatchObject({ published: 0 })
    expect(await everything()).toEqual(before)
  })

  it('five syncs at the same time publish each starter once', async () => {
    const listings = [listing('one', january), listing('two', february)]
    const results = await Promise.all(Array.from({ length: 5 }, () => sync({ listings })))
    expect(results.map(({ published }) => published).sort()).toEqual([0, 0, 0, 0, 2])
    expect((await products()).map(({ slug }) => slug)).toEqual(['one', 'two'])
  })

  it('follow their files: a change is written, audited, marked and found; what is the same is not touched', async () => {
    await sync({ listings: [listing('one', january), listing('two', february)] })
    const [, two] = await products()
    const changed = listing('one', january, {
      name: 'Quillfeather',
      tools: ['beta', 'alpha'],
      launch_date: '2026-03-29',
      compatibility: [{ tool: 'beta', status: 'works_with', note: null }],
    })
    expect(await sync({ listings: [changed, listing('two', february)] })).toEqual({
      published: 0,
      corrected: 1,
      withdrawn: 0,
      left: [],
    })
    const [row, untouched] = await products()
    expect(row).toMatchObject({ name: 'Quillfeather', corrected_at: expect.any(Date) })
    expect(row!.changed_at!.getTime()).toBeGreaterThan(two!.changed_at!.getTime())
    expect(untouched).toEqual(two)
    const { db } = database
    const changes = await db.selectFrom('changelog').select('type').execute()
    expect(changes.map(({ type }) => type)).toEqual(['product_approved', 'product_approved'])
    const audit = await rowsOf(db, 'audit', { action: 'edit' }, ['actor', 'detail'])
    expect(audit).toMatchObject([
      {
        actor: 'content',
        detail: {
          changes: [
            { field: 'name', from: 'one', to: 'Quillfeather' },
            { field: 'launch_date' },
            { field: 'tools' },
            { field: 'compatibility' },
          ],
        },
      },
    ])
    expect(await db.selectFrom('rebuilds').select('id').execute()).toEqual([])
  })

  it('a change of a reviewed claim is news', async () => {
    const claim = {
      qualification_type: 'agent_native',
      agent_use_case: 'support',
      claim_review_status: 'submitted',
    } as const
    await sync({ listings: [listing('one', january, claim)] })
    const verified = {
      ...claim,
      claim_review_status: 'verified',
      claim_reviewed_at: march,
    } as const
    await sync({ listings: [listing('one', january, verified)] })
    expect((await rowsOf(database.db, 'changelog', {})).at(-1)).toMatchObject({
      type: 'claim_review_updated',
      claim_review_status: 'verified',
      claim_reviewed_at: new Date(march),
    })
  })

  it('a file that is removed withdraws its listing, and one that comes back restores it', async () => {
    const [one, two] = [listing('one', january), listing('two', february)]
    await sync({ listings: [one, two] })
    expect(await sync({ listings: [two] })).toMatchObject({ withdrawn: 1 })
    const gone = (await products()).find(({ slug }) => slug === 'one')!
    expect(gone).toMatchObject({
      status: 'withdrawn',
      withdrawal_reason: 'content/listings/one.yaml was removed.',
    })
    const settled = await everything()
    expect(await sync({ listings: [two] })).toMatchObject({ withdrawn: 0, corrected: 0 })
    expect(await everything()).toEqual(settled)
    await sync({ listings: [listing('one', january, { name: 'One again' }), two] })
    const back = (await products()).find(({ slug }) => slug === 'one')!
    expect(back).toMatchObject({ status: 'approved', name: 'One again', id: gone.id })
    expect(new Date(back.approved_at!).getTime()).toBeGreaterThan(Date.parse(february))
    const actions = await rowsOf(database.db, 'audit', { product_id: gone.id }, ['action'])
    expect(actions.map(({ action }) => action)).toEqual(['approve', 'withdraw', 'edit', 'restore'])
  })

  it('a listing may take the domain that another leaves in the same sync, and one that cannot is left', async () => {
    const at = (slug: string, host: string) =>
      listing(slug, slug === 'one' ? january : february, { url: `https://${host}.example/` })
    await sync({ listings: [at('one', 'one'), at('two', 'two')] })
    const moved = [at('one', 'two'), at('two', 'three')]
    expect(await sync({ listings: moved })).toMatchObject({ corrected: 2, left: [] })
    expect((await products()).map(({ domain }) => domain)).toEqual(['two.example', 'three.example'])
    await insertPending(database.db, { slug: 'early-bird', domain: 'four.example' })
    const blocked = [at('one', 'four'), at('two', 'three')]
    expect(await sync({ listings: blocked })).toMatchObject({
      corrected: 0,
      left: ['content/listings/one.yaml'],
    })
  })

  it('a database of the first house is taken over without news: only real differences are written', async () => {
    const listings = [listing('one', january), listing('two', february)]
    await sync({ listings })
    // As the first house left it: nothing was marked.
    const { db } = database
    await db.updateTable('products').set({ changed_at: null }).execute()
    const [changed, same] = [listing('one', january, { public_note: 'Seen.' }), listings[1]!]
    expect(await sync({ listings: [changed, same] })).toMatchObject({ published: 0, corrected: 1 })
    expect((await products()).map(({ slug, changed_at }) => [slug, changed_at !== null])).toEqual([
      ['one', true],
      ['two', false],
    ])
    expect(await db.selectFrom('changelog').select('id').execute()).toHaveLength(2)
  })

  it('leave a domain and a slug alone that somebody already has', async () => {
    await insertPending(database.db, { slug: 'early-bird', domain: 'one.example' })
    await insertRejected(database.db, { slug: 'two', domain: 'elsewhere.example' })
    const listings = [listing('one', january), listing('two', february), listing('three', march)]
    expect(await sync({ listings })).toMatchObject({ published: 1 })
    expect((await products()).map(({ slug, status }) => `${slug} ${status}`).sort()).toEqual([
      'early-bird pending',
      'three approved',
      'two rejected',
    ])
  })

  it('take a domain whose listing was rejected', async () => {
    await insertRejected(database.db, { slug: 'refused', domain: 'one.example' })
    expect(await sync({ listings: [listing('one', january)] })).toMatchObject({ published: 1 })
  })

  it('that come later than the newest change are published now, not in the past', async () => {
    await sync({ listings: [listing('march', march)] })
    await sync({ listings: [listing('march', march), listing('january', january)] })
    const late = (await products()).find(({ slug }) => slug === 'january')!
    expect(new Date(late.approved_at!).getTime()).toBeGreaterThan(Date.parse(march))
    expect(late.created_at).toEqual(new Date(january))
  })

  it('are all or none: one that cannot be read keeps the rest out, and says which file', async () => {
    const bad = listing('bad', february, { url: 'https://127.0.0.1/' })
    await expect(sync({ listings: [listing('one', january), bad] })).rejects.toThrow(
      'content/listings/bad.yaml: url: is an IP address',
    )
    expect(await everything()).toEqual(tables.map(() => []))
  })
})

describe('proofs', () => {
  const approved = '2026-01-01T00:00:00.000Z'
  const proof = (more: Partial<ProofFile> = {}): SyncedContent['proofs'][number] => ({
    slug: 'acme',
    file: 'content/proofs/acme.json',
    value: {
      repository: 'https://github.com/acme/acme',
      commit: 'a'.repeat(40),
      checked_at: '2026-11-22T00:00:00.000Z',
      also_found: {},
      licence: 'MIT',
      last_activity: null,
      archived: null,
      tools: [
        {
          slug: 'alpha',
          state: 'proved',
          level: 'required',
          package: 'pkg:npm/alpha',
          requirement: { raw: '^1.0.0' },
          shows: null,
          source: { path: 'package.json', line: 7 },
        },
      ],
      ...more,
    },
  })
  const found = () => database.db.selectFrom('proofs').selectAll().execute()
  const changedAt = async () => (await products())[0]!.changed_at

  it('follow their files, and what says the same is not touched', async () => {
    const listings = [listing('acme', approved)]
    await sync({ listings, proofs: [proof()] })
    expect(await found()).toMatchObject([
      {
        commit: 'a'.repeat(40),
        checked_at: new Date('2026-11-22T00:00:00.000Z'),
        tools: [
          {
            slug: 'alpha',
            state: 'proved',
            path: 'package.json',
            line: 7,
            package: 'pkg:npm/alpha',
            requirement: { raw: '^1.0.0' },
          },
        ],
      },
    ])
    const before = await changedAt()
    await sync({ listings, proofs: [proof()] })
    expect(await changedAt()).toEqual(before)
    await sync({ listings, proofs: [proof({ archived: true })] })
    expect(await found()).toMatchObject([{ archived: true }])
    expect((await changedAt())!.getTime()).toBeGreaterThan(before!.getTime())
    const named = { slug: 'alpha', since: approved, path: 'package.json', commit: 'b'.repeat(40) }
    const history = { first_commit: approved, tools: [named], past_tools: [] }
    const value = { repository: 'https://github.com/acme/acme', commit: 'a'.repeat(40), ...history }
    const histories = [{ slug: 'acme', file: 'content/histories/acme.json', value }]
    await sync({ listings, proofs: [proof({ archived: true })], histories })
    expect(await found()).toMatchObject([{ history }])
    const now = await changedAt()
    await sync({ listings, proofs: [proof({ archived: true })], histories })
    expect(await changedAt()).toEqual(now)
    // A look is no correction.
    expect(await products()).toMatchObject([{ corrected_at: null }])
    await sync({ listings })
    expect(await found()).toEqual([])
  })

  it('leave the page uncorrected when a machine finds another fact', async () => {
    await sync({ listings: [listing('acme', approved)] })
    const source = 'https://github.com/acme/acme/tree/main'
    const facts = [{ fact: 'hosting' as const, value: 'cloud', day: null, source }]
    await sync({ listings: [listing('acme', approved, { facts })] })
    expect(await products()).toMatchObject([{ facts, corrected_at: null }])
    const now = await changedAt()
    await sync({ listings: [listing('acme', approved, { facts })] })
    expect(await changedAt()).toEqual(now)
  })

  it('of a listing that is not public are left out, and come back with it', async () => {
    const listings = [listing('acme', approved)]
    await sync({ listings, proofs: [proof()] })
    await sync({ listings: [], proofs: [] })
    await sync({ listings, proofs: [proof()] })
    expect(await found()).toHaveLength(1)
  })
})

describe('what the owner of a claimed listing changed', () => {
  const urls = addresses('https://directory.example')
  const day = '2026-01-01T00:00:00.000Z'
  const row = async () => (await products())[0]!
  const tools = async () =>
    database.db
      .selectFrom('product_tools')
      .innerJoin('tools', 'tools.id', 'product_tools.tool_id')
      .select('slug')
      .orderBy('position')
      .execute()
  const accept = async (requested: Corrections) => {
    const { slug } = await row()
    expect(await proposeChange(database.db, { slug, requested })).toMatchObject({ outcome: 'done' })
    const codeHosts = [{ host: 'github.com', sections: [] }]
    expect(
      await acceptProposal(database.db, { slug, actor: 'ada' }, { urls, codeHosts }),
    ).toMatchObject({ outcome: 'done' })
  }

  it('stays until its file has another value, field by field; then the file wins', async () => {
    await sync({ listings: [listing('acme', day)] })
    await accept({
      description: 'Answers every letter.',
      url: 'https://new.example/',
      tool_slugs: ['beta'],
      founder_name: 'Ada',
    })
    const changed = {
      description: 'Answers every letter.',
      domain: 'new.example',
      founder_name: 'Ada',
      founder_profile_slug: 'ada',
    }
    const before = await everything()
    expect(await sync({ listings: [listing('acme', day)] })).toMatchObject({ corrected: 0 })
    expect(await everything()).toEqual(before)
    // Another field of the file changes: the owner's stay.
    await sync({ listings: [listing('acme', day, { overview: 'It reads them.' })] })
    expect(await row()).toMatchObject({ ...changed, overview: 'It reads them.' })
    expect(await tools()).toEqual([{ slug: 'beta' }])
    // The file says something new of one of them.
    const file = { overview: 'It reads them.', description: 'Answers mail.' }
    await sync({ listings: [listing('acme', day, file)] })
    expect(await row()).toMatchObject({ ...changed, description: 'Answers mail.' })
    // From then on that field is the file's, also with its former value.
    await sync({ listings: [listing('acme', day)] })
    expect(await row()).toMatchObject({ ...changed, description: 'Answers letters.' })
    expect(Object.keys((await row()).file_values)).not.toContain('description')
    const others = { url: 'https://acme.example/', tools: ['alpha', 'beta'], founder_name: 'Lin' }
    await sync({ listings: [listing('acme', day, others)] })
    expect(await row()).toMatchObject({
      domain: 'acme.example',
      founder_name: 'Lin',
      founder_profile_slug: 'lin',
      file_values: {},
    })
    expect(await tools()).toEqual([{ slug: 'alpha' }, { slug: 'beta' }])
  })

  it('is kept over a second change of the same field', async () => {
    await sync({ listings: [listing('acme', day)] })
    await accept({ description: 'First.' })
    await accept({ description: 'Second.' })
    await sync({ listings: [listing('acme', day)] })
    expect(await row()).toMatchObject({
      description: 'Second.',
      file_values: { description: 'Answers letters.' },
    })
  })
})
