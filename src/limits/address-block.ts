import { isIPv6 } from 'node:net'

/**
 * The part of an IP address that one client controls: a whole IPv4 address, or the /64 of an IPv6
 * address. An IPv4-mapped address (::ffff:192.0.2.1) counts as the IPv4 address.
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups[6]!, groups[7]!)
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The /48 network around an IPv6 /64 block; undefined for IPv4, which has no wider block. */
export function addressNetwork(block: string): string | undefined {
  const [, network] = /^((?:[^:]+:){3})[^:]+::\/64$/.exec(block) ?? []
  return network === undefined ? undefined : `${network}:/48`
}

// `URL` normalises IPv6 addresses: lower case, no leading zeros, no dotted tail, at most one `::`.
// It rejects a zone (fe80::1%eth0), so that is cut off first.
function groupsOf(address: string): string[] {
  const [front = '', back = ''] = new URL(`http://[${address.split('%')[0]}]`).hostname
    .slice(1, -1)
    .split('::')
  const [head, tail] = [front.split(':').filter(Boolean), back.split(':').filter(Boolean)]
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

function dotted(...groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join('.')
}
