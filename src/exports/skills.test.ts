import { hash } from 'node:crypto'
import path from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { addresses } from '#core/addresses.ts'
import { readSkills } from '#content-files/load.ts'
import { skillText, skillsIndex } from './skills.ts'

const to = addresses('https://directory.example')
const files = await readSkills(path.resolve(import.meta.dirname, '../..'))
const skills = files.map((one) => ({
  ...one,
  markdown: one.markdown.replaceAll('{{site}}', to.site),
}))

it.each(skills)('the skill $slug has the name and description that are specified', (skill) => {
  const [, front, text] = /^---\n([^]*?)\n---\n([^]*)$/.exec(skillText(skill))!
  const { description, ...rest } = load(front!) as { description: string }
  expect(rest).toEqual({ name: skill.slug })
  expect(skill.slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  expect(description.length).toBeLessThanOrEqual(1024)
  expect(description).toContain('Use ')
  expect(text!.length).toBeGreaterThan(500)
})

it.each(skills)('the skill $slug names operations of the contract alone', (skill) => {
  const paths = Object.values<Operation>(operations).map(({ path }) => path)
  const named = [...skillText(skill).matchAll(/\/api\/v1(\/[a-z]+(?:\/\{\w+\})?)/g)]
  expect(named.length).toBeGreaterThan(2)
  for (const [, path] of named) expect(paths).toContain(path)
})

it('the index has the digest of each file', () => {
  const index = skillsIndex(skills, to).skills
  expect(index.map(({ name }) => name)).toEqual(skills.map(({ slug }) => slug))
  for (const [at, { name, digest, url }] of index.entries()) {
    expect(digest).toBe(`sha256:${hash('sha256', skillText(skills[at]!))}`)
    expect(url).toBe(`/.well-known/agent-skills/${name}/SKILL.md`)
  }
})
