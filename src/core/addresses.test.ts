import { describe, expect, it } from 'vitest'
import { addresses } from './addresses.ts'

const to = addresses('https://proofstack.example')

describe('addresses', () => {
  it.each([
    { title: 'the API root', address: to.api, is: 'https://proofstack.example/api/v1' },
    {
      title: 'a listing',
      address: to.listing('acme'),
      is: 'https://proofstack.example/product/acme',
    },
    { title: 'a tool', address: to.tool('nextjs'), is: 'https://proofstack.example/stack/nextjs' },
    {
      title: 'a badge',
      address: to.badge('acme'),
      is: 'https://proofstack.example/badge/acme.svg',
    },
    {
      title: 'a view',
      address: to.view('acme'),
      is: 'https://proofstack.example/view/acme.gif',
    },
    {
      title: 'an icon',
      address: to.icon('nextjs.svg'),
      is: 'https://proofstack.example/icons/nextjs.svg',
    },
    {
      title: 'the submission endpoint',
      address: to.submit,
      is: 'https://proofstack.example/api/v1/submit',
    },
    {
      title: 'the submission form',
      address: to.submitForm,
      is: 'https://proofstack.example/submit',
    },
    {
      title: 'a review status',
      address: to.reviewStatus('acme', 'jane@acme.example'),
      is: 'https://proofstack.example/api/v1/products/acme?email=jane%40acme.example',
    },
    {
      title: 'a confirmation',
      address: to.confirmOwner('a_b-c'),
      is: 'https://proofstack.example/confirm-owner?token=a_b-c',
    },
    {
      title: 'the off switch of an address',
      address: to.mailOff('a_b-c.d'),
      is: 'https://proofstack.example/mail-off?token=a_b-c.d',
    },
  ])('$title is at $is', ({ address, is }) => {
    expect(address).toBe(is)
  })

  it.each(['jane+tag@acme.example', "o'neil&co=#%?@acme.example", '{a|b}~@acme.example'])(
    'the e-mail %s survives the address of its review status',
    (email) => {
      expect(new URL(to.reviewStatus('acme', email)).searchParams.get('email')).toBe(email)
    },
  )
})
