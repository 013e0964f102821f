import { describe, expect, it } from 'vitest'
import { addresses } from './addresses.ts'

const to = addresses('https://proofstack.example')

describe('addresses', () => {
  it.each([
    ['the API root', 'https://proofstack.example/api/v1', to.api],
    ['a listing', 'https://proofstack.example/product/acme', to.listing('acme')],
    ['a tool', 'https://proofstack.example/stack/nextjs', to.tool('nextjs')],
    ['a badge', 'https://proofstack.example/badge/acme.svg', to.badge('acme')],
    ['a view', 'https://proofstack.example/view/acme.gif', to.view('acme')],
    ['an icon', 'https://proofstack.example/icons/nextjs.svg', to.icon('nextjs.svg')],
    ['the submission endpoint', 'https://proofstack.example/api/v1/submit', to.submit],
    ['the submission form', 'https://proofstack.example/submit', to.submitForm],
    [
      'a review status',
      'https://proofstack.example/api/v1/products/acme?email=jane%40acme.example',
      to.reviewStatus('acme', 'jane@acme.example'),
    ],
    [
      'a confirmation',
      'https://proofstack.example/confirm-owner?token=a_b-c',
      to.confirmOwner('a_b-c'),
    ],
    [
      'the off switch of an address',
      'https://proofstack.example/mail-off?token=a_b-c.d',
      to.mailOff('a_b-c.d'),
    ],
  ])('%s is at %s', (_, is, address) => {
    expect(address).toBe(is)
  })

  it.each(['jane+tag@acme.example', "o'neil&co=#%?@acme.example", '{a|b}~@acme.example'])(
    'the e-mail %s survives the address of its review status',
    (email) => {
      expect(new URL(to.reviewStatus('acme', email)).searchParams.get('email')).toBe(email)
    },
  )
})
