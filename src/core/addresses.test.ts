import { describe, expect, it } from 'vitest'
import { addresses } from './addresses.ts'

const to = addresses('https://proofstack.example')

describe('addresses', () => {
  it.each([
    ['the API root', '/api/v1', to.api],
    ['a listing', '/product/acme', to.listing('acme')],
    ['a tool', '/stack/nextjs', to.tool('nextjs')],
    ['a badge', '/badge/acme.svg', to.badge('acme')],
    ['a view', '/view/acme.gif', to.view('acme')],
    ['an icon', '/icons/nextjs.svg', to.icon('nextjs.svg')],
    ['the submission endpoint', '/api/v1/submit', to.submit],
    ['the submission form', '/submit', to.submitForm],
    [
      'a review status',
      '/api/v1/products/acme?email=a%40b.example',
      to.reviewStatus('acme', 'a@b.example'),
    ],
    ['a confirmation', '/confirm-owner?token=a_b-c', to.confirmOwner('a_b-c')],
    ['the off switch of an address', '/mail-off?token=a_b-c.d', to.mailOff('a_b-c.d')],
  ])('%s is at %s', (_, is, address) => {
    expect(address).toBe(`https://proofstack.example${is}`)
  })

  it.each(['jane+tag@acme.example', "o'neil&co=#%?@acme.example", '{a|b}~@acme.example'])(
    'the e-mail %s survives the address of its review status',
    (email) => {
      expect(new URL(to.reviewStatus('acme', email)).searchParams.get('email')).toBe(email)
    },
  )
})
