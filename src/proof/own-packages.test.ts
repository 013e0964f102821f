import { expect, it } from 'vitest'
import { ownPackages } from './own-packages.ts'

it('finds the packages that a repository publishes, and none of its examples', () => {
  const files = [
    { path: 'package.json', text: '{"name":"@acme/web"}' },
    { path: 'core/pyproject.toml', text: '[project]\nname = "Acme_Core"' },
    { path: 'cli/pyproject.toml', text: '[tool.poetry]\nname = "acme-cli"' },
    { path: 'Cargo.toml', text: '[workspace]' },
    { path: 'engine/Cargo.toml', text: '[package]\nname = "acme"' },
    { path: 'go.mod', text: 'module github.com/acme/acme\n' },
    { path: 'broken/package.json', text: '{' },
    { path: 'unread/package.json', text: undefined },
    { path: 'examples/a/package.json', text: '{"name":"next"}' },
    { path: 'requirements.txt', text: 'redis' },
  ]
  expect([...ownPackages(files)]).toEqual([
    'pkg:npm/%40acme/web',
    'pkg:pypi/acme-core',
    'pkg:pypi/acme-cli',
    'pkg:cargo/acme',
    'pkg:golang/github.com/acme/acme',
  ])
})
