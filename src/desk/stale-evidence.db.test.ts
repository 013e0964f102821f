import { beforeEach, expect, it } from 'vitest'
import type { ProofChange } from '#db/migrations/schema.ts'
import { insertApproved } from '#testing/builders.ts'
import { testDatabase } from '#testing/database.ts'
import { runCommand } from '#testing/desk-session.ts'
import { insertRow } from '#testing/rows.ts'

const database = testDatabase()
beforeEach(() => database.db.deleteFrom('proofs').execute())

/** A public listing at whose repository somebody looked again. */
async function looked(changes: ProofChange[], failure: string | null = null) {
  const { id: product_id, slug } = await insertApproved(database.db, { source_kind: 'curated' })
  await insertRow(database.db, 'proofs', {
    product_id,
    repository: 'https://github.com/acme/app',
    commit: 'a'.repeat(40),
    checked_at: new Date('2026-10-01T00:00:00Z'),
    tools: '[]',
  })
  await insertRow(database.db, 'proof_checks', {
    product_id,
    next_at: new Date('2026-12-22T00:00:00Z'),
    checked_at: new Date('2026-11-22T00:00:00Z'),
    commit: 'b'.repeat(40),
    changes: JSON.stringify(changes),
    failure,
  })
  return { product_id, slug }
}

/** What `show` tells of it. */
async function evidence(slug: string) {
  const { values } = await runCommand(database.db, ['show', slug])
  const [shown] = values as { findings: Record<string, string[]> }[]
  return shown!.findings['evidence stale']
}

const tool: ProofChange = { what: 'tool', slug: 'redis', path: 'web/package.json', line: 4 }

it('a listing with stale evidence stands beside the queue, with what changed and the way out', async () => {
  const { slug, product_id } = await looked([
    tool,
    { what: 'moved', to: 'https://github.com/new/app\u001b[2J' },
    { what: 'archived' },
    { what: 'licence', from: 'MIT', to: 'AGPL-3.0' },
  ])
  const { slug: other } = await looked([])

  const queue = await runCommand(database.db, ['queue'])
  expect(queue.text).toContain('1 listing has evidence that no longer holds')
  expect(queue.values).toMatchObject([{ listings: [], waiting: { stale_evidence: 1 } }])
  const stale = await runCommand(database.db, ['queue', '--state', 'stale'])
  expect(stale.values).toMatchObject([{ listings: [{ slug, state: 'stale' }] }])
  expect(stale.text).not.toContain(other)

  const lines = await evidence(slug)
  expect(lines!.join()).not.toContain('\u001b')
  expect(lines).toEqual([
    'redis is named no more; it was in web/package.json:4',
    expect.stringContaining('its repository moved to https://github.com/new/app'),
    'its repository is archived',
    'its licence is AGPL-3.0 and was MIT',
    expect.stringMatching(`^seen on 2026-11-22 at b{12}; .* reread ${slug}$`),
  ])

  // A newer proof takes its place.
  await database.db.deleteFrom('proofs').where('product_id', '=', product_id).execute()
  const after = await runCommand(database.db, ['queue'])
  expect(after.text).not.toContain('no longer holds')
})

it('is told of with a proposal of the same listing, each in its list', async () => {
  const { slug, product_id } = await looked([tool])
  await insertRow(database.db, 'proposals', { product_id, changes: JSON.stringify([]) })
  for (const state of ['stale', 'proposed']) {
    const { values } = await runCommand(database.db, ['queue', '--state', state])
    expect(values).toMatchObject([{ listings: [{ slug, state }] }])
  }
})

it('a look of which nothing came says why, and is no stale evidence', async () => {
  const { slug } = await looked([], 'api.github.com did not answer within 5 seconds.')
  expect(await evidence(slug)).toEqual([
    'its repository was not read the last time: api.github.com did not answer within 5 seconds.',
  ])
  const { values } = await runCommand(database.db, ['queue', '--state', 'stale', '--search', slug])
  expect(values).toMatchObject([{ listings: [] }])
})
