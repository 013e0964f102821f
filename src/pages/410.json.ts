import type { APIRoute } from 'astro'
import { noFilesByDayBody } from '#present/nothing-here.ts'

/** What integration/output-config.ts answers at the former addresses of the files of each day. */
export const GET: APIRoute = () => new Response(noFilesByDayBody)
