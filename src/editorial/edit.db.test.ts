import { describe, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { insertPending, insertTool } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { approveListing } from './approve.ts'
import { editListing } from './edit.ts'
import { readCorrections } from './editable-fields.ts'
import { reviewClaim } from './review-claim.ts'

const database = testDatabase()
const urls = addresses('https://directory.example')
const codeHosts = [{ host: 'github.com', sections: [] }]
const notes = 'Its page says so.'

const claim = {
  qualification_type: 'agent_native',
  agent_use_case: 'support',
  qualification_statement: 'Its agents answer.',
  workflow_summary: 'Reads, then answers.',
  agent_tools_used: ['LangGraph'] as string[],
  supporting_links: ['https://docs.example/agents'] as string[],
  claim_review_status: 'submitted',
} as const

async function approved(more: Parameters<typeof insertPending>[1] = {}) {
  const product = await insertPending(database.db, more, [await insertTool(database.db)])
  await approveListing(database.db, { slug: product.slug, actor: 'ada' }, urls)
  return product
}

function edit(slug: string, ...assignments: string[]) {
  const { corrections, misuse, problems } = readCorrections(assignments)
  expect({ misuse, problems }).toEqual({ misuse: [], problems: [] })
  const request = { slug, actor: 'ada', corrections, notes }
  return editListing(database.db, request, { codeHosts, urls })
}

const row = (id: string) => rowOf(database.db, 'products', { id })
const lastAudit = async (id: string) =>
  (await rowsOf(database.db, 'audit', { product_id: id }, ['action', 'detail'])).at(-1)

describe('editListing', () => {
  it('corrects several fields at once, keeps old and new values, and is found by the new words', async () => {
    const { id, slug, name } = await approved({ founder_name: 'Ada' })
    const outcome = await edit(
      slug,
      'name=Parchmentry',
      'founder_name=',
      'audience_tags=b2b, consumer',
    )
    const corrections = [
      { field: 'name', from: name, to: 'Parchmentry' },
      { field: 'founder_name', from: 'Ada', to: null },
      { field: 'audience_tags', from: [], to: ['b2b', 'consumer'] },
    ]
    expect(outcome).toMatchObject({ outcome: 'done', isPublic: true, corrections })
    expect(await row(id)).toMatchObject({
      name: 'Parchmentry',
      founder_name: null,
      founder_profile_slug: null,
      audience_tags: ['b2b', 'consumer'],
      corrected_at: expect.any(Date),
      changed_at: expect.any(Date),
    })
    expect(await lastAudit(id)).toEqual({ action: 'edit', detail: { changes: corrections, notes } })
  })

  it('tells the owner of a public listing old and new values and why, in one mail, with the link to manage it', async () => {
    const { id, slug } = await approved({ description: 'Answers.', submitter_email: 'o@x.example' })
    const mails = () => rowsOf(database.db, 'outbox', { product_id: id, kind: 'listing-corrected' })
    await edit(slug, 'description=Answers letters.', 'audience_tags=b2b', 'is_featured=true')
    expect(await mails()).toMatchObject([
      {
        to_email: 'o@x.example',
        payload: {
          changes:
            'Description\n  was: Answers.\n  now: Answers letters.\nAudience\n  was: nothing\n  now: b2b',
          notes,
          listing_url: urls.listing(slug),
          manage_url: expect.stringContaining(urls.manage('')),
        },
      },
    ])
    await edit(slug, 'is_featured=false')
    expect(await mails()).toHaveLength(1)
  })

  it('writes no mail for a pending listing, which is not public, or one without an owner', async () => {
    const pending = await insertPending(database.db, { submitter_email: 'o@x.example' })
    const ownerless = await approved({ submitter_email: null })
    for (const { slug } of [pending, ownerless])
      expect(await edit(slug, 'description=Better.')).toMatchObject({ mailIds: [] })
  })

  it('is all or nothing: one bad value keeps the good ones out', async () => {
    const { id, slug } = await approved()
    const before = await row(id)
    expect(
      await edit(slug, 'name=Good', 'tool_slugs=no-such-tool', 'url=https://127.0.0.1/'),
    ).toEqual({
      outcome: 'invalid',
      slug,
      problems: [
        'tool_slugs names "no-such-tool", which the directory does not have.',
        expect.stringContaining('url is an IP address'),
      ],
    })
    expect(await row(id)).toEqual(before)
  })

  it('says so when nothing is another', async () => {
    const { id, slug, name } = await approved()
    const before = await row(id)
    expect(await edit(slug, `name=${name}`, 'overview=')).toEqual({ outcome: 'unchanged', slug })
    expect(await row(id)).toEqual(before)
  })

  it('a new URL files the listing under its domain, unless another listing has it', async () => {
    const { id, slug } = await approved()
    const other = await insertPending(database.db)
    expect(await edit(slug, `url=https://www.${other.domain}/x`)).toEqual({
      outcome: 'domain_taken',
      slug,
      domain: other.domain,
      holder: other.slug,
    })
    expect(await edit(slug, 'url=https://github.com/')).toMatchObject({ outcome: 'invalid' })
    await edit(slug, 'url=https://github.com/Owner/Repo.git')
    expect(await row(id)).toMatchObject({
      domain: 'github.com/owner/repo',
      registrable_domain: 'github.com',
    })
  })

  it('of two editors who move two listings to one domain one wins, and the other is refused', async () => {
    const [left, right] = [await approved(), await approved()]
    const outcomes = await Promise.all(
      [left, right].map(({ slug }) => edit(slug, 'url=https://one-for-two.example/')),
    )
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['domain_taken', 'done'])
  })

  it('tools are replaced in their order', async () => {
    const { id, slug } = await approved()
    const [one, two] = [await insertTool(database.db), await insertTool(database.db)]
    await edit(slug, `tool_slugs=${two.slug},${one.slug}`)
    const rows = await rowsOf(database.db, 'product_tools', { product_id: id }, ['tool_id'])
    expect(rows).toEqual([{ tool_id: two.id }, { tool_id: one.id }])
    expect(await edit(slug, 'tool_slugs=')).toMatchObject({ outcome: 'invalid' })
  })

  it('a reviewed claim that is changed is submitted again, and who trusted it learns so', async () => {
    const { id, slug } = await approved(claim)
    const verdict = { status: 'verified', evidence: 'Its documentation.', notes: null } as const
    await reviewClaim(database.db, { slug, actor: 'ada', verifier: 'Ada', ...verdict }, urls)
    await edit(slug, 'workflow_summary=Does something else.')
    expect(await row(id)).toMatchObject({
      claim_review_status: 'submitted',
      claim_reviewed_at: null,
      claim_verified_by: null,
      claim_evidence_summary: null,
    })
    const changes = await rowsOf(database.db, 'changelog', { product_id: id })
    expect(changes.at(-1)).toMatchObject({
      type: 'claim_review_updated',
      claim_review_status: 'submitted',
    })
    expect((await lastAudit(id))?.detail).toMatchObject({
      claim: { from: 'verified', to: 'submitted' },
    })
    const { corrected_at } = await row(id)
    await edit(slug, 'description=Answers other letters.')
    expect((await row(id)).corrected_at).toEqual(corrected_at)
  })

  it('a claim comes whole or not at all', async () => {
    const { id, slug } = await approved()
    expect(await edit(slug, 'qualification_type=agent_native')).toMatchObject({
      outcome: 'invalid',
      problems: expect.arrayContaining([
        'agent_use_case is required when qualification_type is given.',
      ]),
    })
    const whole = await approved(claim)
    await edit(whole.slug, 'qualification_type=')
    expect(await row(whole.id)).toMatchObject({
      qualification_type: null,
      claim_review_status: null,
    })
    expect((await row(id)).claim_review_status).toBeNull()
  })

  it('a pending listing is corrected without a word to readers', async () => {
    const { id, slug } = await insertPending(database.db)
    expect(await edit(slug, 'name=Quiet', 'launch_date=2026-03-29')).toMatchObject({
      outcome: 'done',
      isPublic: false,
    })
    expect(await row(id)).toMatchObject({ name: 'Quiet', corrected_at: null, changed_at: null })
    expect(await edit(slug, 'launch_date=2026-03-29')).toMatchObject({ outcome: 'unchanged' })
  })
})

describe('readCorrections', () => {
  it.each([
    ['name', '"name" is not field=value.'],
    ['=x', '"=x" is not field=value.'],
    ['slug=x', 'There is no field "slug".'],
    ['status=approved', 'There is no field "status".'],
    ['toString=x', 'There is no field "toString".'],
  ])('%s is wrong use', (assignment, sentence) => {
    expect(readCorrections([assignment]).misuse[0]).toContain(sentence)
  })

  it.each([
    ['name=', 'name cannot be empty.'],
    [`name=${'x'.repeat(81)}`, 'name has more than 80 characters.'],
    ['url=ftp://x.example', 'url is not an absolute http or https URL.'],
    ['is_featured=maybe', 'is_featured '],
    ['featured_rank=-1', 'featured_rank '],
    ['launch_date=2026-02-30', 'launch_date '],
    [
      'audience_tags=b2b,for-developer',
      'audience_tags cannot be for-developer (did you mean for-developers?); it is one of for-developers, for-founders,',
    ],
    ['qualification_type=x', 'qualification_type cannot be x; it is one of agent_native,'],
  ])('%s is refused by the schema of its field', (assignment, sentence) => {
    expect(readCorrections([assignment]).problems[0]).toContain(sentence)
  })

  it('a field that is given twice is wrong use', () => {
    expect(readCorrections(['name=A', 'name=B']).misuse).toEqual(['name is given twice.'])
  })

  it('cleans what it reads, and takes a value with an equals sign in it', () => {
    expect(
      readCorrections(['name= A\u202eB ', 'url=https://x.example/?a=b', 'founder_twitter=@ada'])
        .corrections,
    ).toEqual({ name: 'AB', url: 'https://x.example/?a=b', founder_twitter: 'ada' })
  })
})
