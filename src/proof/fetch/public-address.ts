import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Creates a list of IP subnets from pairs of network and prefix length. */
function subnets(family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]) {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}

// IPv4 subnets that are not public, by IANA's registry (RFC 6890), and one cloud address that only
// looks public: Azure's 168.63.129.16.
const closedIPv4 = subnets('ipv4', [
  ['0.0.0.0', 8], // this network, RFC 791
  ['10.0.0.0', 8], // private, RFC 1918
  ['100.64.0.0', 10], // carrier-grade NAT, RFC 6598; metadata of Alibaba Cloud
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's own services, reachable from every machine there
  ['169.254.0.0', 16], // link-local, RFC 3927; metadata of most clouds
  ['172.16.0.0', 12], // private, RFC 1918
  ['192.0.0.0', 24], // IETF protocol assignments, RFC 6890; metadata of Oracle Cloud
  ['192.0.2.0', 24], // documentation, RFC 5737
  ['192.31.196.0', 24], // AS112, RFC 7535
  ['192.52.193.0', 24], // AMT, RFC 7450
  ['192.88.99.0', 24], // 6to4 relays, RFC 7526
  ['192.168.0.0', 16], // private, RFC 1918
  ['192.175.48.0', 24], // AS112, RFC 7534
  ['198.18.0.0', 15], // benchmarking, RFC 2544
  ['198.51.100.0', 24], // documentation, RFC 5737
  ['203.0.113.0', 24], // documentation, RFC 5737
  ['224.0.0.0', 4], // multicast, RFC 5771
  ['240.0.0.0', 4], // reserved, RFC 1112, with the broadcast address
])

// The only public subnet of IPv6. All others are refused, such as ::1, IPv4-mapped addresses,
// NAT64, fc00::/7, fe80::/10 and multicast.
const openIPv6 = subnets('ipv6', [['2000::', 3]])

// Parts of 2000::/3, the public subnet, that are not public.
const closedIPv6 = subnets('ipv6', [
  ['2001::', 23], // IETF protocol assignments, RFC 2928: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation, RFC 3849
  ['2002::', 16], // 6to4, RFC 3056: holds an IPv4 address, which may be a private one
  ['2620:4f:8000::', 48], // AS112, RFC 7534
  ['3fff::', 20], // documentation, RFC 9637
])

/**
 * Whether an IP address is public and not one of ours. `own` are the addresses of this machine; for
 * IPv6, the /64 subnets around them are refused as well, because they hold machines near ours.
 */
export function isPublicAddress(address: string, own: readonly string[]): boolean {
  if (isIPv4(address)) return !closedIPv4.check(address, 'ipv4') && !own.includes(address)
  // An IPv6 address with a zone, such as `fe80::1%eth0`, is link-local.
  if (!isIPv6(address) || address.includes('%')) return false
  return (
    openIPv6.check(address, 'ipv6') &&
    !closedIPv6.check(address, 'ipv6') &&
    !neighbours(own).check(address, 'ipv6')
  )
}

/** The IP addresses of this machine: some clouds use public addresses in private networks. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
}

function neighbours(own: readonly string[]): BlockList {
  const networks = own.filter(isIPv6).map((address) => [address.split('%')[0]!, 64] as const)
  return subnets('ipv6', networks)
}
