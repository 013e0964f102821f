import { describe, expect, it } from 'vitest'
import { apartFrom } from './apart.ts'

/** Whether a manifest of these files stands apart, by what their texts name. */
function isApart(path: string, texts: Record<string, string>) {
  const files = Object.entries({ [path]: '', ...texts }).map(([each, text]) => ({
    path: each,
    text,
  }))
  const grep = async (pattern: string, among: readonly string[] = []) =>
    files
      .filter(({ path: each }) => each.startsWith('README') === among[0]?.includes('README'))
      .filter(({ text }) => new RegExp(pattern, 'm').test(text))
      .map(({ path: each }) => each)
  return apartFrom(files, grep)(path)
}

describe('a manifest stands apart', () => {
  it('where nothing else names its folder', async () => {
    const path = 'usecases/stocks/requirements.txt'
    const own = { 'usecases/stocks/run.sh': 'cd usecases/stocks' }
    expect(await isApart(path, own)).toBe(true)
    expect(await isApart(path, { ...own, Dockerfile: 'COPY usecases/stocks .' })).toBe(false)
    expect(await isApart(path, { '.github/workflows/run.yml': '- usecases/stocks' })).toBe(false)
    expect(await isApart(path, { 'src/serve.py': 'parent / "stocks" / "dist"' })).toBe(false)
    expect(await isApart(path, { 'README.md': 'Then `cd usecases/stocks`.' })).toBe(false)
  })

  it('where only what checks, documents or is an example of it does', async () => {
    const texts = {
      'README.md': 'See [stocks](usecases/stocks).',
      '.prettierrc.json': '["usecases/stocks"]',
      '.github/labeler.yml': 'usecases/stocks/**',
      '.github/workflows/python-tests.yml': 'usecases/stocks',
      'pnpm-lock.yaml': 'usecases/stocks:',
      'examples/run.py': '"usecases/stocks"',
    }
    expect(await isApart('usecases/stocks/requirements.txt', texts)).toBe(true)
  })

  it('and not at the root, or in a workspace', async () => {
    expect(await isApart('requirements.txt', {})).toBe(false)
    const path = 'packages/web/package.json'
    expect(await isApart(path, { 'package.json': '{"workspaces":["packages/*"]}' })).toBe(false)
    expect(await isApart(path, { 'pnpm-workspace.yaml': '  - packages/**' })).toBe(false)
    expect(await isApart(path, { 'package.json': '{"workspaces":["apps/*"]}' })).toBe(true)
  })

  it('by the package that it lies in', async () => {
    const texts = { 'server/package.json': '{}', Dockerfile: 'COPY server .' }
    expect(await isApart('server/prisma/schema.prisma', texts)).toBe(false)
  })

  it('where its folder makes a site out of documentation, whoever names it', async () => {
    const site = '{"dependencies":{"@docusaurus/core":"3"}}'
    const texts = { 'site/package.json': site, Makefile: 'npm --prefix site run build' }
    expect(await isApart('site/.nvmrc', texts)).toBe(true)
    expect(await isApart('web/.nvmrc', { ...texts, 'run.sh': 'cd web' })).toBe(false)
  })

  it('where its folder holds the settings of a maker of documentation that is no package', async () => {
    const texts = { 'fern/fern.config.json': '{}', Makefile: 'cd fern && npm install' }
    expect(await isApart('fern/package.json', texts)).toBe(true)
    // At the root they say nothing of what lies beside them.
    expect(await isApart('web/package.json', { 'mint.json': '{}', 'run.sh': 'cd web' })).toBe(false)
  })

  it('where others of the repository ask for its package as an extra, and none needs it', async () => {
    const path = 'lib/tools/pyproject.toml'
    const tools = '[project]\nname = "acme-tools"\n'
    const asExtra =
      '[project]\nname = "acme"\n[project.optional-dependencies]\ntools = ["acme-tools==1"]\n'
    const needed = '[project]\nname = "acme-cli"\ndependencies = ["acme-tools"]\n'
    const texts = {
      [path]: tools,
      Makefile: 'pip install lib/tools',
      'lib/acme/pyproject.toml': asExtra,
    }
    expect(await isApart(path, texts)).toBe(true)
    expect(await isApart(path, { ...texts, 'lib/cli/pyproject.toml': needed })).toBe(false)
  })

  it('by documentation alone where nobody looks for names', async () => {
    const liesApart = apartFrom([{ path: 'web/package.json', text: '{}' }])
    expect(await liesApart('web/package.json')).toBe(false)
  })
})
