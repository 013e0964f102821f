import { isIPv6 } from 'node:net'

/**
 * The part of an address that one client holds: IPv4 whole, IPv6 by /64. An IPv4-mapped address is
 * the IPv4 address, however it is written.
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return dotted(groups[6]!, groups[7]!)
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The /48 that an IPv6 block is part of; undefined for IPv4, where an address has no wider block. */
export function addressNetwork(block: string): string | undefined {
  const [, network] = /^((?:[^:]+:){3})[^:]+::\/64$/.exec(block) ?? []
  return network === undefined ? undefined : `${network}:/48`
}

// The URL standard writes every IPv6 address in one way: lower case, no leading zeros, no dotted
// tail, at most one `::`. It takes no zone.
function groupsOf(address: string): string[] {
  const [front = '', back = ''] = new URL(`http://[${address.split('%')[0]}]`).hostname
    .slice(1, -1)
    .split('::')
  const [head, tail] = [front.split(':').filter(Boolean), back.split(':').filter(Boolean)]
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

function dotted(...groups: string[]): string {
  const bytes = groups.flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ])
  return bytes.join('.')
}
