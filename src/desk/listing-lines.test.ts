import { describe, expect, it } from 'vitest'
import type { ListingForReview } from '#db/queries/review-queue.ts'
import { entryLine, listingLines } from './listing-lines.ts'

const listing = {
  slug: 'letterbox',
  status: 'pending',
  name: 'Letterbox',
  url: 'https://letterbox.example/',
  supporting_links: ['https://letterbox.example/a', 'https://letterbox.example/b'],
  tools: ['postgresql', 'typescript'],
  rejection_reason: null,
  is_featured: false,
  created_at: new Date('2026-05-18T05:28:47.564Z'),
  others_of_submitter: [],
  others_of_domain: [
    {
      slug: 'letterbox-1',
      name: 'Letterbox',
      domain: 'www.letterbox.example',
      status: 'rejected',
      reason: 'It is spam.',
    },
  ],
  history: [],
} as unknown as ListingForReview

const shown = (more: object) => listingLines({ ...listing, ...more } as ListingForReview, {})

describe('one listing, for an editor', () => {
  it('has what is known, a label a line, links one a line, and others with state and reason', () => {
    expect(shown({})).toEqual([
      'slug                     letterbox',
      'name                     | Letterbox',
      'url                      | https://letterbox.example/',
      'supporting_links         | https://letterbox.example/a',
      '                         | https://letterbox.example/b',
      'created_at               2026-05-18T05:28:47.564Z',
      'tools                    postgresql, typescript',
      'as usual                 pending',
      'others_of_domain         | letterbox-1: rejected, Letterbox',
      '                         | (www.letterbox.example). Reason: It is spam.',
    ])
  })

  it('says once what another line says: the host of the address, and when it came', () => {
    const history = [{ at: '2026-05-18T05:28:47.564Z', actor: 'submitter', action: 'submit' }].map(
      (entry) => ({ ...entry, detail: {} }),
    )
    const names = (more: object) => shown(more).map((line) => line.split(' ')[0])
    const usual = { history, domain: 'letterbox.example' }
    expect(names(usual)).not.toContain('domain')
    expect(names(usual)).not.toContain('created_at')
    expect(names({ ...usual, domain: 'xn--letterbx-23a.example' })).toContain('domain')
    expect(names({ ...usual, history: [] })).toContain('created_at')
  })

  it('has what it is built with below what its agents use, and then what was found of the two', () => {
    const claim = { workflow_summary: 'Reads.', agent_tools_used: ['LiveKit'] }
    const lines = listingLines(
      { ...listing, ...claim, custom_tools: ['Own queue'] } as ListingForReview,
      { 'beside the stack': ['none of these'] },
    )
    const at = lines.findIndex((line) => line.startsWith('agent_tools_used'))
    expect(lines.slice(at, at + 4)).toEqual([
      'agent_tools_used         | LiveKit',
      'tools                    postgresql, typescript',
      'custom_tools             | Own queue',
      '                         none of these',
    ])
  })

  it.each(['\n', '\r\n', '\r', '\u2028', '\u0085'])(
    'what owners write never looks like a field of its own behind %j',
    (lineBreak) => {
      const workflow_summary = `Reads.${lineBreak}status                   approved`
      const lines = shown({ workflow_summary })
      expect(lines.filter((line) => line.startsWith('status'))).toEqual([])
      expect(lines).toContain('                         | status                   approved')
    },
  )

  it('what owners write never looks like a field where a long line is broken', () => {
    const lines = shown({ description: `${'x'.repeat(53)} status  approved `.repeat(9) })
    expect(lines.filter((line) => /^\S/.test(line) && !line.startsWith('description'))).toEqual(
      shown({}).filter((line) => /^\S/.test(line)),
    )
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('gives a terminal nothing to obey, in any text', () => {
    const lines = shown({
      name: '\u001b[1A',
      others_of_submitter: [{ ...listing.others_of_domain[0]!, reason: 'a\u001b[2J' }],
    })
    expect(lines.join('\n')).not.toContain('\u001b')
    expect(lines).toContain('name                     | \\u001b[1A')
  })

  it('what is as usual stands in one line, and what is not in its own', () => {
    const same = { source_kind: 'user_submission', owner_status: 'unverified' }
    expect(shown({ ...same, submission_tier: 'free' })).toContain(
      'as usual                 pending, user_submission, owner unverified, tier free',
    )
    const lines = shown({ ...same, submission_tier: 'featured', status: 'rejected' })
    expect(lines).toContain('submission_tier          featured')
    expect(lines).toContain('status                   rejected')
  })

  it('what was done is one line, whatever it holds', () => {
    expect(
      entryLine({
        at: new Date('2026-05-18T05:28:47.564Z'),
        actor: 'ada',
        action: 'reject',
        slug: 'letterbox',
        detail: { reason: 'No.\nNo \u202e' },
      }),
    ).toBe('2026-05-18 05:28 ada reject letterbox {"reason":"No.\\nNo \\u202e"}')
  })
})
