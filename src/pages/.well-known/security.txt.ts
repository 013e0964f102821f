import type { APIRoute } from 'astro'
import { contact } from 'virtual:build'
import { addresses } from '#core/addresses.ts'
import { securityText } from '#exports/security-text.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(securityText(addresses(site!.origin), { contact, now: new Date() }))
