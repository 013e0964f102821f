import { expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { toolFacts } from './tool-facts.ts'

const tool = {
  ...noPackages,
  homepage: 'https://www.acme.example/',
  licence: null,
  product_count: 2,
}
const shown = (part: Partial<Parameters<typeof toolFacts>[0]>) =>
  Object.fromEntries(
    toolFacts({ ...tool, ...part }).map(({ label, values }) => [
      label,
      values.map(({ text }) => text),
    ]),
  )

it('leaves out what is not known', () => {
  expect(shown({})).toEqual({ 'Used by': ['2 products'], Homepage: ['acme.example'] })
})

it('adds the first package of a registry to a project, with its page, and none of types', () => {
  const packages = [
    'pkg:npm/%40types/acme',
    'pkg:pypi/acme-core',
    'pkg:npm/%40acme/core',
    'pkg:npm/acme',
  ]
  const [npm, pip] = toolFacts({ ...tool, packages }).slice(-2)
  expect(npm).toEqual({
    label: 'Add with npm',
    values: [
      {
        text: 'npm install @acme/core',
        href: 'https://www.npmjs.com/package/@acme/core',
        isCommand: true,
      },
    ],
  })
  expect(pip?.values[0]?.text).toBe('pip install acme-core')
})
