import { expect, it } from 'vitest'
import { packageCommand } from './package-command.ts'

it.each([
  ['pkg:pypi/aider-chat', 'pip install aider-chat', 'uvx aider-chat'],
  ['pkg:npm/%40acme/code@2.0.0', 'npm install @acme/code', 'npx @acme/code'],
  ['pkg:docker/acme/app', 'docker run acme/app'],
  ['pkg:docker/acme/app?repository_url=ghcr.io', 'docker run ghcr.io/acme/app'],
  ['pkg:cargo/goose', 'cargo install goose'],
  ['pkg:golang/github.com/acme/cli', 'go install github.com/acme/cli@latest'],
])('%s is installed by "%s"', (packageUrl, install, run = install) => {
  expect([packageCommand(packageUrl), packageCommand(packageUrl, true)]).toEqual([install, run])
})

it.each([
  'pkg:gem/rails',
  'pkg:npm/a%20%26%26%20rm',
  'pkg:npm/-g',
  'pkg:npm/%',
  'pkg:docker/app?repository_url=$(id)',
  'npm',
  'pkg:toString/x',
])('there is no command for %s', (packageUrl) => {
  expect(packageCommand(packageUrl)).toBeUndefined()
})
