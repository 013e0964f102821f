// A hostname with a dot, and optionally a port, path, query or fragment.
const bareHost = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u

/** Adds https:// to a typed hostname such as `fieldnote.example`; other text stays as it is. */
export function webAddress(typed: string): string {
  const text = typed.trim()
  return bareHost.test(text) ? `https://${text}` : text
}

/**
 * Whether a URL is on this machine. Other spellings of an IPv4 address, such as 0x7f.1, do not
 * occur: `URL` has normalised the hostname.
 */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}
