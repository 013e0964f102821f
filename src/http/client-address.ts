import { withoutPort } from '#core/without-port.ts'

/**
 * Who calls, as the hosting platform says it. Decision, Submit: "its own header only
 * (`x-vercel-forwarded-for`, `x-real-ip`)"; the platform, and our own server in its place,
 * overwrite both, so nothing that the caller sends is believed.
 */
export function clientAddress(request: Request): string {
  const named =
    request.headers.get('x-vercel-forwarded-for') ?? request.headers.get('x-real-ip') ?? ''
  return withoutPort(named.split(',')[0]!.trim())
}
