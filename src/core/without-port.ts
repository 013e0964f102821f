/**
 * An address as a proxy wrote it, without the port that some write behind it: `203.0.113.7:5001` and
 * `[2001:db8::1]:5001`. With it each connection would be another client.
 */
export function withoutPort(address: string): string {
  const bracketed = /^\[([\da-f:.]+(?:%[^\]]*)?)\](?::\d*)?$/i.exec(address)
  if (bracketed) return bracketed[1]!
  return /^([\d.]+):\d*$/.exec(address)?.[1] ?? address
}
