import { describe, expect, it } from 'vitest'
import { isPublicAddress, ownAddresses } from './public-address.ts'

// The first and last address of each range, to detect a wrong prefix length.
const closed = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  'private 10/8': ['10.0.0.0', '10.255.255.255'],
  'carrier-grade NAT': ['100.64.0.0', '100.127.255.255', '100.100.100.200'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1'],
  'link-local': ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf:ffff::1'],
  'private 172.16/12': ['172.16.0.0', '172.31.255.255'],
  'IETF assignments': ['192.0.0.0', '192.0.0.192', '192.0.0.255', '2001:1::1', '2001:1ff::1'],
  documentation: ['192.0.2.1', '198.51.100.255', '203.0.113.0', '2001:db8::1', '3fff:fff::1'],
  '6to4 relays': ['192.88.99.1'],
  AS112: ['192.31.196.1', '192.175.48.1', '2620:4f:8000::1'],
  AMT: ['192.52.193.1'],
  'private 192.168/16': ['192.168.0.0', '192.168.255.255'],
  benchmarking: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  reserved: ['240.0.0.0', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  'metadata of clouds': ['168.63.129.16', 'fd00:ec2::254', '169.254.170.2'],
  unspecified: ['::', '0:0:0:0:0:0:0:0'],
  'unique local': ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'site-local': ['fec0::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '0:0:0:0:0:FFFF:808:808'],
  'IPv4-translated': ['::ffff:0:127.0.0.1'],
  'IPv4-compatible': ['::127.0.0.1', '::8.8.8.8'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
  '6to4': ['2002:7f00:1::', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::', '2001:0:ffff::'],
  ORCHID: ['2001:10::1', '2001:2f:ffff::1'],
  discard: ['100::1'],
  'segment routing': ['5f00::1'],
  'not given out': ['4000::1', 'e000::1', '1fff:ffff::1'],
  'with a zone': ['fe80::1%eth0', '2606:4700::1%eth0'],
  'no address': ['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '[::1]', '8.8.8.8.8'],
}

describe('an address that is not public', () => {
  it.each(
    Object.entries(closed).flatMap(([kind, addresses]) =>
      addresses.map((address) => [kind, address] as const),
    ),
  )('%s: %s', (_kind, address) => {
    expect(isPublicAddress(address, [])).toBe(false)
  })
})

// Addresses next to the ranges above are public, and so are these.
it.each(
  words(`
      1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255
      128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0
      192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
      198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 8.8.8.8
      168.63.129.15 168.63.129.17 192.0.3.0 192.88.98.255
      2606:4700::1111 2a00:1450:4001:800::200e 2001:200::1 2001:4860:4860::8888
      2003::1 2001:db7:ffff::1 2001:db9::1 2000::1 3ffe::1 3fff:1000::1
    `),
)('%s is a public address', (address) => {
  expect(isPublicAddress(address, [])).toBe(true)
})

describe('a public address of our own', () => {
  const own = ['203.0.114.7', '2a01:4f8:1:2::7', 'fe80::1%eth0']

  it.each(['203.0.114.7', '2a01:4f8:1:2::7', '2a01:4f8:1:2:ffff::1'])(
    '%s is this machine or its neighbour and not public',
    (address) => {
      expect(isPublicAddress(address, own)).toBe(false)
    },
  )

  it.each(['203.0.114.8', '2a01:4f8:1:3::7'])('%s belongs to another machine', (address) => {
    expect(isPublicAddress(address, own)).toBe(true)
  })

  it('is one of the network interfaces, including loopback', () => {
    expect(ownAddresses()).toContain('127.0.0.1')
  })
})

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
