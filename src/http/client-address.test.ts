import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

describe('the client address', () => {
  it.each<[title: string, headers: Record<string, string>, address: string]>([
    ['is what the platform says', { 'x-vercel-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
    ['may come by the other header', { 'x-real-ip': '203.0.113.7' }, '203.0.113.7'],
    [
      'comes from the more specific header first',
      { 'x-real-ip': '198.51.100.1', 'x-vercel-forwarded-for': '203.0.113.7' },
      '203.0.113.7',
    ],
    [
      'is the first of several',
      { 'x-vercel-forwarded-for': ' 203.0.113.7 , 198.51.100.1' },
      '203.0.113.7',
    ],
    [
      'is never taken from what a caller can send',
      {
        'x-forwarded-for': '198.51.100.1',
        forwarded: 'for=198.51.100.1',
        'x-client-ip': '198.51.100.1',
      },
      '',
    ],
    [
      'is not changed by what a caller sends',
      { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': '203.0.113.7' },
      '203.0.113.7',
    ],
    ['has no port, when a proxy writes one', { 'x-real-ip': '203.0.113.7:5001' }, '203.0.113.7'],
    [
      'has no port and no brackets when it is of version 6',
      { 'x-vercel-forwarded-for': '[2001:db8::7]:5001, 198.51.100.1' },
      '2001:db8::7',
    ],
    ['keeps the colons of version 6', { 'x-real-ip': '2001:db8::7' }, '2001:db8::7'],
  ])('%s', (_, headers, address) => {
    expect(clientAddress(new Request('https://proofstack.example/', { headers }))).toBe(address)
  })
})
