import { expect, it } from 'vitest'
import { installCommand } from './install-command.ts'

it.each([
  ['pkg:pypi/aider-chat', 'pip install aider-chat'],
  ['pkg:npm/%40acme/code@2.0.0', 'npm install @acme/code'],
  ['pkg:docker/acme/app', 'docker pull acme/app'],
  ['pkg:cargo/goose', 'cargo install goose'],
  ['pkg:golang/github.com/acme/cli', 'go install github.com/acme/cli@latest'],
])('%s is installed by "%s"', (packageUrl, command) => {
  expect(installCommand(packageUrl)).toBe(command)
})

it.each([
  'pkg:gem/rails',
  'pkg:npm/a%20%26%26%20rm',
  'pkg:npm/-g',
  'pkg:npm/%',
  'npm',
  'pkg:toString/x',
])('there is no command for %s', (packageUrl) => {
  expect(installCommand(packageUrl)).toBeUndefined()
})
