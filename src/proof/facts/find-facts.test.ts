import { describe, expect, it } from 'vitest'
import { growthBeyondLinear } from '#testing/growth.ts'
import { findFacts } from './find-facts.ts'
import type { Subject } from './subject.ts'

const acme: Subject = {
  names: ['acme-code', 'Acme Code', 'acme'],
  owner: 'acme-inc',
}

/** The facts that files show, each as `kind value path:line`. */
function factsIn(files: Record<string, string>, subject: Subject = acme): string[] {
  const read = Object.entries(files).map(([path, text]) => ({ path, text }))
  return findFacts(read, subject)
    .map(({ fact, value, path, line }) => `${fact} ${value} ${path}${line ? `:${line}` : ''}`)
    .sort()
}

const served = 'FROM node\nEXPOSE 3000\nCMD ["node", "."]'

describe('what runs the product', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'an image that listens',
      { Dockerfile: served },
      ['deploy container Dockerfile', 'hosting self_hosted Dockerfile:2'],
    ],
    ['an image of a command', { Dockerfile: 'CMD ["acme"]' }, ['deploy container Dockerfile']],
    ['an image with a shell', { Dockerfile: 'CMD ["bash"]' }, []],
    ['an image of an example', { 'examples/Dockerfile': served }, []],
    ['an image of a sandbox', { 'sandboxes/python/Dockerfile': served }, []],
    ['an image of an action', { Dockerfile: served, 'action.yml': 'runs:' }, []],
    [
      'a Compose file that builds it',
      { 'docker-compose.yml': 'services:\n  app:\n    build: .\n    ports: [1]' },
      ['deploy compose docker-compose.yml:3', 'hosting self_hosted docker-compose.yml:3'],
    ],
    [
      'a Compose file of its database alone',
      { 'compose.yaml': 'services:\n  db:\n    image: postgres\n    ports: [1]' },
      [],
    ],
    [
      'a chart of it',
      { 'charts/acme/Chart.yaml': 'name: acme' },
      ['deploy helm charts/acme/Chart.yaml:1', 'hosting self_hosted charts/acme/Chart.yaml:1'],
    ],
    ['a chart of something else', { 'charts/redis/Chart.yaml': 'name: redis' }, []],
  ])('%s', (_, files, expected) => {
    expect(factsIn(files)).toEqual(expected)
  })
})

describe('what it is used through', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'a command of its name',
      { 'package.json': '{"name":"x",\n"bin":{"acme":"x"}}' },
      ['interface cli package.json:2'],
    ],
    ['a private command', { 'package.json': '{"private":true,"bin":{"acme":"x"}}' }, []],
    ['a command of another name', { 'package.json': '{"bin":{"lint-all":"x"}}' }, []],
    ['a command that begins projects', { 'package.json': '{"bin":{"create-acme":"x"}}' }, []],
    ['a command that starts a server', { 'package.json': '{"bin":{"acme-mcp":"x"}}' }, []],
    [
      'a script of Python',
      { 'pyproject.toml': '[project]\nname = "x"\n[project.scripts]\nacme = "a:b"' },
      ['interface cli pyproject.toml:4'],
    ],
    [
      'a program of Rust that reads arguments',
      { 'Cargo.toml': '[[bin]]\nname = "acme"\n[dependencies]\nclap = "4"' },
      ['interface cli Cargo.toml:2'],
    ],
    ['a program of Rust with a window', { 'Cargo.toml': '[[bin]]\nname = "acme"' }, []],
  ])('%s', (_, files, expected) => {
    expect(factsIn(files)).toEqual(expected)
  })
})

it('the first place that shows a fact is its source, and a broken manifest shows none', () => {
  const text = '{"bin":{"acme":"x"}}'
  const files = { 'package.json': '{', 'b/c/package.json': text, 'b/package.json': text }
  expect(factsIn(files)).toEqual(['interface cli b/package.json:1'])
})

const longest = 64 * 1024
it.each([
  ['Dockerfile', 'CMD ', ' sh'],
  ['docker-compose.yml', '  image: ', ' "a'],
])('%s is read in linear time: %j and %j', (path, begin, unit) => {
  const textOf = (size: number) => begin + unit.repeat(size / unit.length)
  const read = (text: string) => findFacts([{ path, text }], acme)
  expect(growthBeyondLinear(textOf, read, longest)).toBeUndefined()
})
