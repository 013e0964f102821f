import { describe, expect, it } from 'vitest'
import { addressBlock, clientAddress } from './client-address.ts'

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
  ])('$title', ({ headers, address }) => {
    expect(clientAddress(new Request('https://proofstack.example/', { headers }))).toBe(address)
  })
})

describe('the block of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['127.0.0.2', '127.0.0.2'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:0.0.0.0', '0.0.0.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['1:2::3:4:5:198.51.100.1', '1:2:0:3::/64'],
    ['1:2:3:4:5:6:198.51.100.1', '1:2:3:4::/64'],
    ['64:ff9b::198.51.100.1', '64:ff9b:0:0::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, block) => {
    expect(addressBlock(address)).toBe(block)
  })

  it('tells neighbours in one /64 from those in the next', () => {
    expect(addressBlock('2001:db8:1:2::1')).toBe(addressBlock('2001:db8:1:2:ffff::'))
    expect(addressBlock('2001:db8:1:2::1')).not.toBe(addressBlock('2001:db8:1:3::1'))
  })
})
