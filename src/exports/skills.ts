// Agent Skills are instructions that an AI client loads when a task needs them. This site publishes
// its skills by the Agent Skills Discovery RFC 0.2.0.
import { hash } from 'node:crypto'
import type { Addresses } from '#core/addresses.ts'

/** A file of content/skills, with the addresses of the site filled in. */
export interface Skill {
  slug: string
  /** When a client should load the skill. */
  description: string
  markdown: string
}

/** The content of the file SKILL.md of a skill. */
export function skillText({ slug, description, markdown }: Skill): string {
  return `---\nname: ${slug}\ndescription: ${description}\n---\n\n${markdown}\n`
}

/** The content of /.well-known/agent-skills/index.json. */
export function skillsIndex(skills: readonly Skill[], to: Addresses) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map((skill) => ({
      name: skill.slug,
      type: 'skill-md',
      description: skill.description,
      url: new URL(to.skill(skill.slug)).pathname,
      digest: `sha256:${hash('sha256', skillText(skill))}`,
    })),
  }
}
