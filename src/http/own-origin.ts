import { isLoopback } from '#core/web-address.ts'
import type { Service } from '#service/service.ts'

/** The parts of the service that contain its own origins. */
export type WithOrigins = Pick<Service, 'urls' | 'settings'>

/** Whether an origin is that of the site or is listed in MCP_ALLOWED_ORIGINS. */
export function isOwnOrigin(origin: string, { urls, settings }: WithOrigins): boolean {
  return origin === new URL(urls.site).origin || settings.mcpOrigins.includes(origin)
}

/** Whether the URL of the site is on localhost, which `npm start` has without SITE_URL. */
export function isLocalSite({ urls }: Pick<WithOrigins, 'urls'>): boolean {
  return isLoopback(new URL(urls.site))
}

/**
 * Whether Origin and Host are both this machine (localhost), with the same port. In a DNS rebinding
 * attack they are another hostname.
 */
export function isLoopbackToItself(origin: string, host: string | null): boolean {
  const [from, at] = [URL.parse(origin), URL.parse(`http://${host ?? ''}`)]
  if (from?.protocol !== 'http:' || at === null) return false
  return isLoopback(from) && isLoopback(at) && from.port === at.port
}
