import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Email, HttpUrl, Slug, Timestamp } from './fields.ts'

function messages(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []
}

describe('Email', () => {
  it.each([
    { value: 'a@b.co', parsed: 'a@b.co' },
    { value: 'a.b.c@b.co', parsed: 'a.b.c@b.co' },
    { value: 'Jane.DOE+Tag@Example.COM', parsed: 'jane.doe+tag@example.com' },
    {
      value: "o'neil_{x}~-!#$%&*/=?^`|@sub.example.museum",
      parsed: "o'neil_{x}~-!#$%&*/=?^`|@sub.example.museum",
    },
  ])('takes $value in lower case', ({ value, parsed }) => {
    expect(Email.parse(value)).toBe(parsed)
  })

  it.each([
    'foo',
    '@example.com',
    'a@',
    'a@localhost',
    'a@b',
    'a@b.co.',
    'a@.co',
    'a@b..co',
    'a..b@x.example',
    '.a@x.example',
    'a.@x.example',
    'a@-b.co',
    'a@b-.co',
    'a b@example.com',
    'a@exa mple.com',
    'a@b@c.co',
    'Jane <a@b.co>',
    'a@b.co,c@d.co',
    'a@[127.0.0.1]',
    'ä@example.com',
    'a@exämple.com',
    'a\n@b.co',
  ])('refuses %j and says so once', (value) => {
    expect(messages(Email, value)).toEqual(['is not an e-mail address'])
  })
})

describe('HttpUrl', () => {
  it.each([
    'https://example.com',
    'http://example.com/',
    'HTTPS://EXAMPLE.COM/Path?q=1#hash',
    'https://example.com:8443/a',
    'https://münchen.de/straße',
    'https://example.com/a%20b',
  ])('takes %s as it is', (value) => {
    expect(HttpUrl.parse(value)).toBe(value)
  })

  it.each([
    'example.com',
    '/path',
    '//example.com',
    'https:',
    'https://',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://example.com/\na',
    'https://example.com:99999',
    'https://[::1',
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://:secret@example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@b.co',
    ' https://example.com',
  ])('refuses %j', (value) => {
    expect(messages(HttpUrl, value)).toEqual(['is not an absolute http or https URL'])
  })
})

describe('Timestamp', () => {
  it('takes UTC with milliseconds', () => {
    expect(Timestamp.parse('2026-05-18T05:28:47.564Z')).toBe('2026-05-18T05:28:47.564Z')
  })

  it.each([
    '2026-05-18',
    '2026-05-18T05:28:47Z',
    '2026-05-18T05:28:47.564+00:00',
    '2026-05-18 05:28:47.564Z',
    '2026-05-18T05:28:47.564123Z',
    '2026-02-30T05:28:47.564Z',
  ])('refuses %s', (value) => {
    expect(Timestamp.safeParse(value).success).toBe(false)
  })
})

describe('Slug', () => {
  it('says its form in JSON Schema', () => {
    const { pattern } = z.toJSONSchema(Slug)
    expect('next-js-2').toMatch(new RegExp(pattern!))
    for (const wrong of ['', '-a', 'a-', 'a--b', 'A', 'a_b', 'a/b'])
      expect(wrong).not.toMatch(new RegExp(pattern!))
  })
})
