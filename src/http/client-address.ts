import { withoutPort } from '#core/without-port.ts'

/**
 * The IP address of the client, from headers that the platform and our own server always overwrite.
 */
export function clientAddress(request: Request): string {
  const named =
    request.headers.get('x-vercel-forwarded-for') ?? request.headers.get('x-real-ip') ?? ''
  return withoutPort(named.split(',')[0]!.trim())
}
