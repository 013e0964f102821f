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
      'slug                     | letterbox',
      'status                   | pending',
      'name                     | Letterbox',
      'url                      | https://letterbox.example/',
      'supporting_links         | https://letterbox.example/a',
      '                         | https://letterbox.example/b',
      'tools                    | postgresql',
      '                         | typescript',
      'created_at               | 2026-05-18T05:28:47.564Z',
      'others_of_domain         | letterbox-1: rejected, Letterbox',
      '                         | (www.letterbox.example). Reason: It is spam.',
    ])
  })

  it.each(['\n', '\r\n', '\r', '\u2028', '\u0085'])(
    'what owners write never looks like a field of its own behind %j',
    (lineBreak) => {
      const workflow_summary = `Reads.${lineBreak}status                   approved`
      const lines = shown({ workflow_summary })
      expect(lines.filter((line) => line.startsWith('status'))).toHaveLength(1)
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
