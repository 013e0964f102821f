import type { APIRoute, GetStaticPaths } from 'astro'
import { addresses } from '#core/addresses.ts'
import { type SkillName, skillNames, skillText } from '#exports/skills.ts'

export const getStaticPaths: GetStaticPaths = () =>
  skillNames.map((name) => ({ params: { name }, props: { name } }))

export const GET: APIRoute<{ name: SkillName }> = ({ site, props: { name } }) =>
  new Response(skillText(name, addresses(site!.origin)))
