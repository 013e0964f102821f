import type { APIRoute } from 'astro'
import { skillPages } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { skillsIndex } from '#exports/skills.ts'

export const GET: APIRoute = ({ site }) =>
  Response.json(skillsIndex(skillPages(site!.origin), addresses(site!.origin)))
