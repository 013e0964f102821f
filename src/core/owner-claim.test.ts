import { describe, expect, it } from 'vitest'
import { confirmedOwnerStatus, maskedEmail } from './owner-claim.ts'

describe('a confirmed address', () => {
  it.each([
    { email: 'jane@acme.com', domain: 'acme.com', status: 'domain_verified' },
    { email: 'jane@mail.acme.com', domain: 'acme.com', status: 'domain_verified' },
    { email: 'jane@acme.co.uk', domain: 'acme.co.uk', status: 'domain_verified' },
    { email: 'jane@xn--mnchen-3ya.de', domain: 'xn--mnchen-3ya.de', status: 'domain_verified' },
    { email: 'jane@acme.test', domain: 'acme.test', status: 'domain_verified' },
    { email: 'jane@acme.example', domain: 'acme.example', status: 'domain_verified' },
    { email: 'jane@acme.github.io', domain: 'acme.github.io', status: 'domain_verified' },
    { email: 'jane@gmail.com', domain: 'acme.com', status: 'email_verified' },
    { email: 'jane@acme.org', domain: 'acme.com', status: 'email_verified' },
    { email: 'jane@notacme.com', domain: 'acme.com', status: 'email_verified' },
    { email: 'jane@acme.com.evil.com', domain: 'acme.com', status: 'email_verified' },
    { email: 'acme.com@evil.com', domain: 'acme.com', status: 'email_verified' },
    { email: 'jane@other.github.io', domain: 'acme.github.io', status: 'email_verified' },
    { email: 'jane@github.io', domain: 'acme.github.io', status: 'email_verified' },
    { email: 'jane@co.uk', domain: 'co.uk', status: 'email_verified' },
  ])('$email makes a listing at $domain $status', ({ email, domain, status }) => {
    expect(confirmedOwnerStatus(email, { domain, registrable_domain: domain })).toBe(status)
  })

  it('on a code host proves nothing about one repository', () => {
    const listing = {
      domain: 'sourceforge.net/projects/acme',
      registrable_domain: 'sourceforge.net',
    }
    expect(confirmedOwnerStatus('anybody@users.sourceforge.net', listing)).toBe('email_verified')
  })
})

it.each([
  ['jane.doe@Acme.com', 'j…@acme.com'],
  ['j…@acme.com', 'j…@acme.com'],
  ['😀x@acme.com', '😀…@acme.com'],
])('%s is masked as %s', (email, masked) => expect(maskedEmail(email)).toBe(masked))
