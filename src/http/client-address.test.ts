import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

describe('the client address', () => {
  it.each<{ title: string; headers: Record<string, string>; address: string }>([
    {
      title: 'is what the platform says',
      headers: { 'x-vercel-forwarded-for': '203.0.113.7' },
      address: '203.0.113.7',
    },
    {
      title: 'may come by the other header',
      headers: { 'x-real-ip': '203.0.113.7' },
      address: '203.0.113.7',
    },
    {
      title: 'comes from the more specific header first',
      headers: { 'x-real-ip': '198.51.100.1', 'x-vercel-forwarded-for': '203.0.113.7' },
      address: '203.0.113.7',
    },
    {
      title: 'is the first of several',
      headers: { 'x-vercel-forwarded-for': ' 203.0.113.7 , 198.51.100.1' },
      address: '203.0.113.7',
    },
    {
      title: 'is never taken from what a caller can send',
      headers: {
        'x-forwarded-for': '198.51.100.1',
        forwarded: 'for=198.51.100.1',
        'x-client-ip': '198.51.100.1',
      },
      address: '',
    },
    {
      title: 'is not changed by what a caller sends',
      headers: { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': '203.0.113.7' },
      address: '203.0.113.7',
    },
    {
      title: 'has no port, when a proxy writes one',
      headers: { 'x-real-ip': '203.0.113.7:5001' },
      address: '203.0.113.7',
    },
    {
      title: 'has no port and no brackets when it is of version 6',
      headers: { 'x-vercel-forwarded-for': '[2001:db8::7]:5001, 198.51.100.1' },
      address: '2001:db8::7',
    },
    {
      title: 'keeps the colons of version 6',
      headers: { 'x-real-ip': '2001:db8::7' },
      address: '2001:db8::7',
    },
  ])('$title', ({ headers, address }) => {
    expect(clientAddress(new Request('https://proofstack.example/', { headers }))).toBe(address)
  })
})
