import { beforeAll, describe, expect, it } from 'vitest'
import { compileMails } from './compile.ts'
import {
  type MailFields,
  type MailKind,
  type MailTemplates,
  composeMail,
  mailKinds,
  mailOf,
  mails,
} from './mails.ts'

let templates: MailTemplates

beforeAll(async () => {
  templates = await compileMails()
})

const payloads: { [K in MailKind]: MailFields<K> } = {
  receipt: {
    name: 'Acme',
    review_status_url: 'https://proofstack.example/api/v1/products/acme?email=jane%40acme.example',
  },
  'owner-verification': {
    name: 'Acme',
    confirm_url: 'https://proofstack.example/confirm-owner?token=abc',
    days: 7,
  },
  approval: {
    name: 'Acme',
    listing_url: 'https://proofstack.example/product/acme',
    badge_snippet:
      '<a href="https://proofstack.example/product/acme"><img src="https://proofstack.example/badge/acme.svg" alt="x"></a>',
    referral_code: 'abc123',
  },
  rejection: {
    name: 'Acme',
    reason: 'The site does not answer.',
    submit_url: 'https://proofstack.example/submit',
  },
  withdrawal: {
    name: 'Acme',
    reason: 'The product was closed.',
    submit_url: 'https://proofstack.example/submit',
  },
}

const kinds = mailKinds.map((kind) => ({ kind }))

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

describe.each(kinds)('the mail $kind', ({ kind }) => {
  const payload = payloads[kind]

  it('composes with a subject, a text and an HTML part', () => {
    const { subject, text, html } = composeMail(kind, payload, templates)
    expect(subject).toContain('Acme')
    expect(text).toContain('Acme')
    expect(html).toMatch(/^\s*<!doctype html>/i)
  })

  it('says every field in both parts', () => {
    const { text, html } = composeMail(kind, payload, templates)
    for (const value of Object.values(payload)) {
      expect(text).toContain(String(value))
      expect(html).toContain(escaped(String(value)))
    }
  })

  it('uses only placeholders that have a field, and leaves none behind', () => {
    const fields = Object.keys(mails[kind].Fields.shape)
    const used = [...templates[kind].matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
    for (const name of used) expect(fields).toContain(name)
    expect(composeMail(kind, payload, templates).html).not.toMatch(/\{\{|undefined/)
  })

  it('escapes what owners write, in text and in attributes', () => {
    const name = `<script>alert("x")</script> & 'friends' <img src=x onerror=y>`
    const { html } = composeMail(kind, { ...payload, name }, templates)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain(
      '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;friends&#39;',
    )
  })

  it('does not read placeholders in what owners write', () => {
    const name = '{{review_status_url}}{{confirm_url}}{{listing_url}}{{submit_url}}'
    expect(composeMail(kind, { ...payload, name }, templates).html).toContain(name)
  })

  it('does not read replacement patterns in what owners write', () => {
    const name = '$& $1 $$ $`'
    expect(composeMail(kind, { ...payload, name }, templates).html).toContain('$&amp; $1 $$ $`')
  })

  it('keeps its subject on one line', () => {
    const { subject } = composeMail(
      kind,
      { ...payload, name: 'Acme\r\nBcc: everybody@other.example\n\tX' },
      templates,
    )
    expect(subject).not.toMatch(/[\r\n\t]/)
    expect(subject).toContain('Acme Bcc: everybody@other.example X')
  })

  it('says why it was sent', () => {
    const { text, html } = composeMail(kind, payload, templates)
    expect(text).toContain('You get this mail because')
    expect(html).toContain('You get this mail because')
  })

  it.each(Object.keys(payloads[kind]))('cannot be composed without %s', (field) => {
    const incomplete = Object.fromEntries(
      Object.entries(payload).filter(([name]) => name !== field),
    )
    expect(() => composeMail(kind, incomplete, templates)).toThrow(field)
  })

  it('becomes an entry of the outbox', () => {
    expect(mailOf(kind, payload)).toEqual({ kind, payload })
  })
})

describe('links', () => {
  it.each(['javascript alert', 'not a url', ''])(
    'that are no URL, here %j, are not sent',
    (review_status_url) => {
      expect(() =>
        composeMail('receipt', { ...payloads.receipt, review_status_url }, templates),
      ).toThrow('review_status_url')
    },
  )

  it('stay inside their attribute', () => {
    const { html } = composeMail(
      'rejection',
      { ...payloads.rejection, submit_url: 'https://x.example/"onclick="y' },
      templates,
    )
    expect(html).not.toContain('"onclick="')
  })
})

describe('the compiled templates', () => {
  it('are one for every kind of mail', () => {
    expect(Object.keys(templates).sort()).toEqual([...mailKinds].sort())
  })

  it('load nothing from elsewhere', () => {
    for (const html of Object.values(templates))
      expect(html).not.toMatch(/<(?:img|script|link)\b|@import|url\(/i)
  })
})
