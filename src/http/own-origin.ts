import type { Service } from '#service/service.ts'

/** The parts of the service that know its origins. */
export type WithOrigins = Pick<Service, 'to' | 'settings'>

/** Whether an origin is the site's own or in MCP_ALLOWED_ORIGINS. */
export function isOwnOrigin(origin: string, { to, settings }: WithOrigins): boolean {
  return origin === new URL(to.site).origin || settings.mcpOrigins.includes(origin)
}

/** Whether the site is on localhost, as `npm start` has it without SITE_URL. */
export function isLocalSite({ to }: Pick<WithOrigins, 'to'>): boolean {
  return isLoopback(new URL(to.site).hostname)
}

/** Whether both names are of this machine, with the same port. DNS rebinding has another name. */
export function isLoopbackToItself(origin: string, host: string | null): boolean {
  const [from, at] = [URL.parse(origin), URL.parse(`http://${host ?? ''}`)]
  if (from?.protocol !== 'http:' || at === null) return false
  return isLoopback(from.hostname) && isLoopback(at.hostname) && from.port === at.port
}

// URL has normalised the IPv4 address.
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}
