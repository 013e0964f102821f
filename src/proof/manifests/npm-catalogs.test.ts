import { expect, it } from 'vitest'
import { findTools } from '#proof/prove.ts'
import { noPackages } from '#core/tool-packages.ts'
import { withCatalogs } from './npm-catalogs.ts'

const tools = ['next', 'react', '@acme/next'].map((slug) => ({
  slug,
  category: 'frontend-ui',
  ...noPackages,
  packages: [`pkg:npm/${slug.replace('@', '%40')}`],
}))

const named = (catalog: string) =>
  JSON.stringify({ dependencies: { next: catalog, react: '19' } }, null, 1)

it.each<[title: string, files: Record<string, string>, expected: string]>([
  ['pnpm', { 'pnpm-workspace.yaml': 'catalog:\n  next: ^15.1 # why' }, '3 next ^15.1'],
  ['Yarn', { '.yarnrc.yml': 'catalog: { "next": "15" }' }, '3 next 15'],
  ['Bun', { 'package.json': '{"workspaces":{\n\t"catalog":{"next":"~15"}}}' }, '3 next ~15'],
  ['by the name default', { 'pnpm-workspace.yaml': 'catalogs: {default: {next: 1}}' }, '3 next 1'],
  ['of an alias', { '.yarnrc.yml': 'catalog: {next: "npm:@acme/next@2"}' }, '3 @acme/next 2'],
  [
    'of the nearest folder that has it',
    {
      'pnpm-workspace.yaml': 'catalog: {next: 1}',
      'apps/pnpm-workspace.yaml': 'catalog: {next: 2}',
      'apps/web/pnpm-workspace.yaml': 'catalog: {react: 3}',
      'apps/api/pnpm-workspace.yaml': 'catalog: {next: 4}',
    },
    '3 next 2',
  ],
  ['that lacks the package', { 'pnpm-workspace.yaml': 'catalog: {react: 1}' }, '3 next -'],
  ['that is an address', { 'pnpm-workspace.yaml': 'catalog: {next: "a@b:c"}' }, '- -'],
  ['that is broken', { 'pnpm-workspace.yaml': 'catalog: {next: 1' }, '3 next -'],
])('`catalog:` asks for the version of a catalogue: %s', (_, catalogs, expected) => {
  const texts = { 'apps/web/package.json': named('catalog:'), ...catalogs }
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  const { byTool } = findTools(tools, files)
  const found = [...byTool.values()].flat().filter(({ tool }) => tool !== 'react')
  const shown = found.map(({ line, tool, requirement }) => [line, tool, requirement?.raw ?? '-'])
  expect(shown.join('; ').replaceAll(',', ' ') || '- -').toBe(expected)
})

it('a catalogue is asked by its name, and a long value does not multiply the text', () => {
  const catalogs = `catalog: {next: 1}\ncatalogs:\n  web: {next: 2}\n  long: {next: ${'1'.repeat(101)}}`
  const asked = (catalog: string) =>
    withCatalogs([
      { path: 'package.json', text: named(catalog) },
      { path: 'pnpm-workspace.yaml', text: catalogs },
    ])[0]!.text
  expect(asked('catalog:web')).toBe(named('2'))
  for (const catalog of ['catalog:long', 'catalog:none', 'catalog:constructor'])
    expect(asked(catalog)).toBe(named(catalog))
})
