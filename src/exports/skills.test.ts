import { hash } from 'node:crypto'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { addresses } from '#core/addresses.ts'
import { skillNames, skillText, skillsIndex } from './skills.ts'

const to = addresses('https://directory.example')

it.each(skillNames)(
  'the skill %s has a name and a description as the specification asks',
  (name) => {
    const [, front, text] = /^---\n([^]*?)\n---\n([^]*)$/.exec(skillText(name, to))!
    const { description, ...rest } = load(front!) as { description: string }
    expect(rest).toEqual({ name })
    expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(description).toContain('Use ')
    expect(text!.length).toBeGreaterThan(500)
  },
)

it.each(skillNames)('the skill %s names operations of the contract alone', (name) => {
  const paths = Object.values<Operation>(operations).map(({ path }) => path)
  const named = [...skillText(name, to).matchAll(/\/api\/v1(\/[a-z]+(?:\/\{\w+\})?)/g)]
  expect(named.length).toBeGreaterThan(2)
  for (const [, path] of named) expect(paths).toContain(path)
})

it('the index has the digest of each file', () => {
  const { skills } = skillsIndex(to)
  expect(skills.map(({ name }) => name)).toEqual(skillNames)
  for (const { name, digest, url } of skills) {
    expect(digest).toBe(`sha256:${hash('sha256', skillText(name, to))}`)
    expect(url).toBe(`/.well-known/agent-skills/${name}/SKILL.md`)
  }
})
