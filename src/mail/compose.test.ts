import { beforeAll, describe, expect, it } from 'vitest'
import { linkFields } from '#db/queries/outbox.ts'
import { compileMailsApart } from './compile-apart.ts'
import { composeMail } from './compose.ts'
import {
  type MailFields,
  type MailKind,
  type MailTemplates,
  mailKinds,
  mailOf,
  mails,
} from './mails.ts'

let templates: MailTemplates

beforeAll(async () => {
  templates = await compileMailsApart()
})

const compose = (kind: MailKind, payload: object, off_url?: string) =>
  composeMail(kind, payload, templates[kind], off_url)

const site = 'https://proofstack.example'
const manage_url = `${site}/manage/a-token-of-43-characters`
const off_url = `${site}/mail-off?token=abc`
const listing_url = `${site}/product/acme`
const submit_url = `${site}/submit`
const named = { name: 'Acme' }
const noted = { ...named, notes: 'The agent was seen at work.', listing_url, manage_url }

const payloads: { [K in MailKind]: MailFields<K> } = {
  receipt: {
    ...named,
    status_url: `${site}/status/acme`,
    manage_url,
    review_status_url: `${site}/api/v1/products/acme?email=jane%40acme.example`,
  },
  'owner-verification': { ...named, confirm_url: `${site}/confirm-owner?token=abc`, days: 7 },
  'revision-asked': { ...named, notes: 'Name the tools that it calls.', manage_url },
  'claim-decided': {
    ...noted,
    outcome: 'Your claim is verified.',
    evidence: 'The documentation shows a run.',
  },
  approval: {
    ...noted,
    claim: 'Your claim is verified.',
    badge_snippet: `<a href="${listing_url}"><img src="${site}/badge/acme.svg" alt="x"></a>`,
    referral_code: 'abc123',
  },
  rejection: {
    ...named,
    reason: 'The site does not answer.',
    submit_url,
    guide_url: `${site}/docs/review`,
  },
  withdrawal: { ...named, reason: 'The product was closed.', submit_url },
  'back-in-review': {
    ...named,
    happened: 'The rejection that we wrote you of was taken back.',
    manage_url,
  },
  'listing-corrected': {
    ...noted,
    outcome: 'The correction is public.',
    changes: 'Description\n  was: Answers.\n  now: Answers letters.',
  },
  'proposal-accepted': {
    ...noted,
    fields: 'Homepage, Description',
    claim: 'Your claim is verified.',
  },
  'proposal-declined': { ...named, reason: 'The page does not say so.', manage_url },
  'claim-started': {
    ...named,
    for: 'a…@acme.example',
    ways: 'A TXT record, _proofstack.acme.example: 1',
    days: 30,
    claim_url: `${site}/claim/1`,
    manage_url,
  },
  'claim-proved': {
    ...named,
    where: 'https://acme.example/.well-known/proofstack.json',
    status_url: `${site}/status?slug=acme`,
  },
  'claim-missing': {
    ...named,
    gone: 'The file is not there.',
    until: '2026-12-26',
    help_url: `${site}/docs/claim`,
  },
  'claim-ended': { ...named, reason: 'The proof was missing.', claim_url: `${site}/docs/claim` },
  'report-decided': {
    ...named,
    fact: 'the line that is cited for Next.js',
    outcome: 'An editor agrees: the listing is corrected.',
    answer: 'The file moved to apps/web.',
    listing_url,
    status_url: 'https://proofstack.example/report/1',
  },
  'manage-link': { ...named, manage_url, days: 30 },
  'editor-digest': {
    count: 1,
    fresh: '2026-11-26 10:00  submission: Acme\nhttps://proofstack.example/editor/acme',
    waiting: '1 submission',
    oldest: '2026-11-26 10:00  submission: Acme\nhttps://proofstack.example/editor/acme',
    desk_url: 'https://proofstack.example/editor',
  },
}

// The digest of editors names several listings; editorial/tell-editors.db.test.ts tests it.
const kinds = mailKinds
  .filter((kind) => 'name' in mails[kind].Fields.shape)
  .map((kind) => ({ kind }))

const fieldsOf = (kind: MailKind, isOptional: boolean) =>
  Object.entries(mails[kind].Fields.shape)
    .filter(([, field]) => field.safeParse(undefined).success === isOptional)
    .map(([name]) => name)

const without = (payload: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)))

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

describe.each(kinds)('the mail $kind', ({ kind }) => {
  const payload = payloads[kind]
  const composed = (more: object = {}) => compose(kind, { ...payload, ...more })

  it('composes with a subject, a text and an HTML part', () => {
    const { subject, text, html } = composed()
    expect(subject).toMatch(/^[A-Z][\w ]+$/)
    expect(text).toContain('Acme')
    expect(html).toMatch(/^\s*<!doctype html>/i)
  })

  it('has every field in both parts', () => {
    const { text, html } = composed()
    for (const value of Object.values(payload)) {
      expect(text).toContain(String(value))
      expect(html).toContain(escaped(String(value)))
    }
  })

  it('leaves no placeholder behind', () => {
    const { text, html } = composed()
    expect(text + html).not.toMatch(/\{\{|undefined/)
  })

  it('escapes the text of owners, in text and in attributes', () => {
    const name = `<script>alert("x")</script> & 'friends' <img src=x onerror=y>`
    const { html } = composed({ name })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;friends&#39;',
    )
  })

  it('ignores placeholders in the text of owners', () => {
    const name = '{{review_status_url}}{{manage_url}}{{why}}{{submit_url}}'
    expect(composed({ name }).html).toContain(name)
    const marks = '<!-- if why --><!-- end why -->'
    const { html } = composed({ name: marks })
    expect(html).toContain('&lt;!-- if why --&gt;&lt;!-- end why --&gt;')
  })

  it('ignores replacement patterns in the text of owners', () => {
    const name = '$& $1 $$ $`'
    expect(composed({ name }).html).toContain('$&amp; $1 $$ $`')
  })

  it('shows no name that a mail program turns into a link', () => {
    const name = 'Win at www.evil.example'
    const { text, html } = composed({ name })
    // Titles and labels are not shown as text.
    const shown = html.replace(/<title>.*?<\/title>|aria-label=".*?"/gs, '')
    for (const part of [text, shown]) {
      expect(part).not.toContain('evil.example')
      expect(part).toContain('Win at www.\u202fevil.\u202fexample')
    }
  })

  it('says why it was sent, and links to the page that ends mails to the address', () => {
    const { text, html } = compose(kind, payload, off_url)
    for (const said of ['You get this mail because', off_url]) {
      expect(text).toContain(said)
      expect(html).toContain(said)
    }
  })

  it('has no off link where there is no off switch', () => {
    const { text, html } = composed()
    expect(text + html).not.toContain('No more mails')
  })

  it.each(fieldsOf(kind, false))('cannot be composed without %s', (field) => {
    expect(() => compose(kind, without(payload, field))).toThrow(field)
  })

  it('without its optional fields is complete, and does not mention them', () => {
    const optional = fieldsOf(kind, true)
    const { text, html } = compose(kind, without(payload, ...optional))
    for (const field of optional) {
      const value = String(payload[field as keyof typeof payload])
      expect(text + html).not.toContain(value)
    }
    expect(text + html).not.toMatch(/undefined|<!-- (?:if|end)|\{\{|\n{3}/)
    const empty = Object.fromEntries(optional.map((field) => [field, '']))
    const urls = optional.filter((field) => field.endsWith('_url'))
    const withEmpty = without({ ...payload, ...empty }, ...urls)
    const whole = { subject: expect.any(String), text, html }
    expect(compose(kind, withEmpty)).toEqual(whole)
  })

  it('becomes an entry of the outbox', () => {
    expect(mailOf(kind, payload)).toEqual({ kind, payload })
  })
})

describe('the subject', () => {
  const subjectOf = (kind: MailKind, name: string) =>
    compose(kind, { ...payloads[kind], name }).subject

  it('holds the name where an editor has approved the listing, and nowhere else', () => {
    const holding = mailKinds.filter((kind) => subjectOf(kind, 'Cal.com').includes('Cal.com'))
    expect(holding).toEqual(['approval', 'proposal-accepted', 'proposal-declined'])
    for (const kind of mailKinds.filter((kind) => !holding.includes(kind)))
      expect(subjectOf(kind, 'Cal.com')).toBe(subjectOf(kind, 'Acme'))
  })

  it('stays on one line', () => {
    expect(subjectOf('approval', 'Acme\r\nBcc: everybody@other.example\n\tX')).toBe(
      'Acme Bcc: everybody@other.example X is listed on Proofstack',
    )
  })
})

describe('links', () => {
  it('are secret, and removed from mails that are never sent, or public', () => {
    const named = mailKinds.flatMap((kind) => Object.keys(mails[kind].Fields.shape))
    const links = new Set(named.filter((name) => name.endsWith('_url')))
    const open = [
      'status_url',
      'review_status_url',
      'listing_url',
      'claim_url',
      'submit_url',
      'guide_url',
      'help_url',
      'desk_url',
    ]
    expect([...links].sort()).toEqual([...linkFields, ...open].sort())
  })

  it.each(['javascript alert', 'not a url', ''])(
    'that are no URL, here %j, are not sent',
    (review_status_url) => {
      const payload = { ...payloads.receipt, review_status_url }
      expect(() => compose('receipt', payload)).toThrow('review_status_url')
    },
  )

  it('stay inside their attribute', () => {
    const submit_url = 'https://x.example/"onclick="y'
    const { html } = compose('rejection', { ...payloads.rejection, submit_url })
    expect(html).not.toContain('"onclick="')
  })
})

it('a final rejection invites nobody to submit again', () => {
  const { text, html } = compose('rejection', without(payloads.rejection, 'submit_url'))
  expect(text + html).not.toMatch(/again|new submission/)
})

describe('the note of an editor', () => {
  it('keeps its lines, and its heading goes with it', () => {
    const noted = { ...payloads['claim-decided'], notes: 'One.\nTwo.' }
    const { text, html } = compose('claim-decided', noted)
    expect(text).toContain('The editor wrote:\nOne.\nTwo.')
    expect(html).toMatch(/<span[^>]+white-space: pre-line[^>]+>One\.\nTwo\.</)
    const none = compose('claim-decided', without(noted, 'notes'))
    expect(none.text + none.html).not.toContain('The editor wrote')
  })
})

describe('the compiled templates', () => {
  it('have colours for both schemes', () => {
    for (const { html } of Object.values(templates)) {
      expect(html).toContain('<meta name="color-scheme" content="light dark">')
      expect(html).toContain('@media (prefers-color-scheme: dark)')
    }
  })

  it('let no name reverse the direction of our text', () => {
    for (const { html } of Object.values(templates)) {
      expect(html).toMatch(/^\s*<!doctype html>\s*<html [^>]*dir="ltr"/i)
      expect(html).not.toMatch(/(?<!<strong dir="auto">)\{\{name\}\}/)
    }
  })

  it.each(mailKinds)('have a field for each placeholder of %s', (kind) => {
    const fields = [...Object.keys(mails[kind].Fields.shape), 'subject', 'why', 'off_url']
    const used = JSON.stringify([mails[kind].subject, templates[kind]]).matchAll(/\{\{(\w+)\}\}/g)
    for (const [, name] of used) expect(fields).toContain(name)
  })

  it('exist for every kind of mail', () => {
    expect(Object.keys(templates).sort()).toEqual([...mailKinds].sort())
  })

  it('ask mail programs not to link numbers, dates and addresses', () => {
    for (const { html } of Object.values(templates))
      expect(html).toMatch(/<meta name="format-detection" content="telephone=no.*url=no">/)
  })

  it('load nothing from elsewhere', () => {
    for (const { html } of Object.values(templates))
      expect(html).not.toMatch(/<(?:img|script|link)\b|@import|url\(/i)
  })
})
