import type { APIRoute, GetStaticPaths } from 'astro'
import { publishedAt, skillPages } from '#catalog/published.ts'
import { type Skill, skillText } from '#exports/skills.ts'

export const getStaticPaths: GetStaticPaths = () =>
  skillPages(publishedAt).map((skill) => ({ params: { name: skill.slug }, props: { skill } }))

export const GET: APIRoute<{ skill: Skill }> = ({ props: { skill } }) =>
  new Response(skillText(skill))
