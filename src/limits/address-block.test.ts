import { describe, expect, it } from 'vitest'
import { addressBlock, addressNetwork } from './address-block.ts'

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

  it('differs between neighbouring /64s', () => {
    expect(addressBlock('2001:db8:1:2::1')).toBe(addressBlock('2001:db8:1:2:ffff::'))
    expect(addressBlock('2001:db8:1:2::1')).not.toBe(addressBlock('2001:db8:1:3::1'))
  })
})

it('an IPv6 block is part of a /48, and an IPv4 address of nothing wider', () => {
  expect(addressNetwork(addressBlock('2001:db8:1:2::1'))).toBe('2001:db8:1::/48')
  expect(addressNetwork(addressBlock('2001:db8:1:ffff::1'))).toBe('2001:db8:1::/48')
  expect(addressNetwork(addressBlock('2001:db8:2:2::1'))).toBe('2001:db8:2::/48')
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '', 'unknown'])
    expect(addressNetwork(addressBlock(address))).toBeUndefined()
})
