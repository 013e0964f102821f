/**
 * An IP address without the port that some proxies append, as in `203.0.113.7:5001` and
 * `[2001:db8::1]:5001`: the port differs for each connection of a client.
 */
export function withoutPort(address: string): string {
  const bracketed = /^\[([\da-f:.]+(?:%[^\]]*)?)\](?::\d*)?$/i.exec(address)
  if (bracketed) return bracketed[1]!
  return /^([\d.]+):\d*$/.exec(address)?.[1] ?? address
}
