import { describe, expect, it } from 'vitest'
import { load } from 'js-yaml'
import { stamped, stampsFor } from './listing-stamps.ts'

const looking = { now: new Date('2026-11-22T09:00:00.123Z'), by: 'Ada' }
const now = '2026-11-22T09:00:00.123Z'

describe('the missing stamps of a file', () => {
  it.each([
    [{}, { approved_at: now }],
    [null, { approved_at: now }],
    [{ approved_at: 'before' }, {}],
    // A claim without a decision has no review.
    [{ approved_at: 'x', qualification_type: 'agent_native' }, {}],
    [
      { approved_at: 'x', qualification_type: 'agent_native', claim_review_status: 'submitted' },
      {},
    ],
    [
      { approved_at: 'x', qualification_type: 'agent_native', claim_review_status: 'not_verified' },
      { claim_reviewed_at: now },
    ],
    [
      { qualification_type: 'agent_native', claim_review_status: 'verified' },
      { claim_reviewed_at: now, claim_verified_by: 'Ada', approved_at: now },
    ],
    [
      {
        approved_at: 'x',
        qualification_type: 'agent_native',
        claim_review_status: 'verified',
        claim_reviewed_at: 'y',
        claim_verified_by: 'Bob',
      },
      {},
    ],
  ])('of %j is %j', (listing, stamps) => {
    expect(stampsFor(listing, looking)).toEqual(stamps)
  })
})

describe('stamps in a text', () => {
  const stamps = { claim_reviewed_at: now, approved_at: now }

  it.each([
    ['nothing of them', 'name: Acme\n'],
    ['no end of the last line', 'name: Acme'],
    ['empty keys', 'approved_at:\nname: Acme\nclaim_reviewed_at:   \n'],
    ['null with a comment', 'approved_at: null # waits\nname: Acme\nclaim_reviewed_at: ~\n'],
    ['another end of lines', 'approved_at:\r\nname: Acme\r\n'],
  ])('come into one that has %s', (_, text) => {
    const said: unknown = load(stamped(text, stamps))
    expect(said).toEqual({ name: 'Acme', ...stamps })
  })

  it('leave every other line unchanged', () => {
    const text = '# Ours\nname:   Acme  # its name\napproved_at: # waits\ntools: [ a,b ]\n'
    expect(stamped(text, { approved_at: now })).toBe(
      `# Ours\nname:   Acme  # its name\napproved_at: '${now}' # waits\ntools: [ a,b ]\n`,
    )
  })

  it('quote a name that YAML would read otherwise', () => {
    const by = "Ada: the 'first' #1"
    expect(load(stamped('', { claim_verified_by: by }))).toEqual({ claim_verified_by: by })
  })
})
