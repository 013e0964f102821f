import type { APIRoute } from 'astro'
import { addresses } from '#core/addresses.ts'
import { skillsIndex } from '#exports/skills.ts'

export const GET: APIRoute = ({ site }) => Response.json(skillsIndex(addresses(site!.origin)))
