import type { Service } from '#service/service.ts'

/** What tells the origins of a service. */
export type WithOrigins = Pick<Service, 'to' | 'settings'>

/** Whether an origin is the site's, or one that the operator lets call it. */
export function isOwnOrigin(origin: string, { to, settings }: WithOrigins): boolean {
  return origin === new URL(to.site).origin || settings.mcpOrigins.includes(origin)
}

/** Whether the site is one of this machine alone, as `npm start` makes it without SITE_URL. */
export function isLocalSite({ to }: Pick<WithOrigins, 'to'>): boolean {
  return isLoopback(new URL(to.site).hostname)
}

/**
 * Whether a page of this machine asks this machine, at the port that was asked. DNS rebinding has the
 * name of a stranger in Origin and Host, and no stranger can have these.
 */
export function isLoopbackToItself(origin: string, host: string | null): boolean {
  const [from, at] = [URL.parse(origin), URL.parse(`http://${host ?? ''}`)]
  if (from?.protocol !== 'http:' || at === null) return false
  return isLoopback(from.hostname) && isLoopback(at.hostname) && from.port === at.port
}

// The URL standard writes each address of IPv4 in one way.
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}
