import { expect, it } from 'vitest'
import { folderOf, isBeside } from './folders.ts'

it.each([
  ['tools/migrate/pyproject.toml', true],
  ['src/agent/tools/pyproject.toml', false],
  ['app/deploy/backup/Dockerfile', true],
  ['web/.vite/deps/package.json', true],
  ['npm-package/package.json', true],
  ['db/seeds/package.json', true],
  ['scaffold/package.json', true],
  ['packages/skills-ui/package.json', false],
  ['package.json', false],
])('whether %s lies beside the product: %s', (path, is) => expect(isBeside(path)).toBe(is))

it.each([
  ['references/deep-search/package.json', 'aside'],
  ['packages/agent-evals/package.json', 'aside'],
  ['packages/agent_eval/pyproject.toml', 'aside'],
  ['guides/python/pyproject.toml', 'aside'],
  ['packages/medieval/package.json', 'own'],
  ['packages/evaluator/package.json', 'own'],
])('what %s is of the product: %s', (path, is) => expect(folderOf(path)).toBe(is))
