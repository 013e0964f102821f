import { expect, it } from 'vitest'
import { maskedPath } from './masked-path.ts'
import { requestId } from './request.ts'

const at = (path: string) => maskedPath(`https://proofstack.example${path}`)

it('a path in a log has no query, no token and no e-mail', () => {
  expect(at('/api/v1/products/n8n?email=ada@example.com')).toBe('/api/v1/products/n8n')
  expect(at('/confirm-owner?token=secret')).toBe('/confirm-owner')
  expect(at('/mail-off?token=secret')).toBe('/mail-off')
  expect(at('/manage')).toBe('/manage')
  expect(at('/manage/secret')).toBe('/manage/<token>')
  expect(at('/manage/secret/more')).toBe('/manage/<token>')
  expect(at('/api/v1/products/ada@example.com')).not.toContain('ada')
  expect(at('/api/v1/products/ada%40example.com')).not.toContain('ada')
})

it('a path in a log is one line of bounded length', () => {
  expect(at(`/${'a'.repeat(5_000)}`).length).toBeLessThan(210)
  expect(at('/a\u001b[31m\r\nb')).toBe('/a%1B[31mb')
})

it('a request has the id of the platform, or a new one', () => {
  const named = (id: string) => requestId(new Headers({ 'x-vercel-id': id }))
  expect(named('fra1::iad1::x7k2p-1779082127564-abc')).toBe('fra1::iad1::x7k2p-1779082127564-abc')
  expect(named('<script>')).toMatch(/^[0-9a-f-]{36}$/)
  expect(named('a'.repeat(500))).toMatch(/^[0-9a-f-]{36}$/)
  expect(requestId(new Headers())).not.toBe(requestId(new Headers()))
})
