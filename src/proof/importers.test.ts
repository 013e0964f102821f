import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { isBeside } from './folders.ts'
import { importDoubt } from './importers.ts'
import { importPattern } from './import-pattern.ts'

/** The doubt about a tool that one package names, and these files import. */
function doubtOf(
  { slug, category, named = `pkg:npm/${slug}` }: { slug: string; category: string; named?: string },
  importers: readonly string[] | undefined,
  isClient = false,
) {
  const tool = { slug, category, ...noPackages }
  const proof = { tool: slug, level: 'required', path: 'package.json', line: 1 } as const
  return importDoubt(tool, [{ ...proof, package: named }], () => importers, isClient)
}

const framework = { slug: 'semantic-kernel', category: 'agent-frameworks' }

describe('who imports a tool', () => {
  it('says nothing where nobody looked', () => {
    expect(doubtOf(framework, undefined)).toBeUndefined()
  })

  it('speaks against it where one file of three or fewer is not called like it', () => {
    expect(doubtOf(framework, ['src/compat.ts', 'src/kernel.ts'])).toBe('adapter')
    expect(doubtOf(framework, ['src/ask.ts', 'src/run.ts', 'src/kernel.ts'])).toBeUndefined()
    // Four are no part that one takes out.
    const four = ['src/kernel/a.ts', 'src/kernel/b.ts', 'src/kernel/c.ts', 'src/kernel/d.ts']
    expect(doubtOf(framework, four)).toBeUndefined()
  })

  it('speaks against a service that fewer than four files call, and no library', () => {
    const three = ['web/init.ts', 'worker/init.ts', 'shared/init.ts']
    const four = [...three, 'web/page.ts']
    const service = { slug: 'datadog', category: 'observability-evals' }
    expect(doubtOf(service, three)).toBe('rare')
    expect(doubtOf(service, four)).toBeUndefined()
    // A maker's client is one whatever its category.
    expect(doubtOf(framework, three, true)).toBe('rare')
    expect(doubtOf(framework, three)).toBeUndefined()
  })

  it('speaks against a store that one folder alone reaches', () => {
    const store = { slug: 'postgresql', category: 'backend-db' }
    const folder = ['packages/diff/a.ts', 'packages/diff/b.ts', 'packages/diff/c.ts']
    expect(doubtOf(store, folder)).toBe('rare')
    expect(doubtOf(store, [...folder, 'src/d.ts'])).toBeUndefined()
    expect(doubtOf(framework, folder)).toBeUndefined()
    // Whatever lies at the root is the product itself.
    expect(doubtOf(store, ['main.py', 'jobs.py', 'web.py'])).toBeUndefined()
  })

  it('counts for nothing beside the product', () => {
    const protocol = { slug: 'ag-ui', category: 'agent-frameworks' }
    expect(doubtOf(protocol, ['experimental/server.py', 'experimental/web/run.ts'])).toBe('beside')
    expect(doubtOf(protocol, ['experimental/server.py', 'src/run.py'])).toBeUndefined()
    expect(doubtOf(framework, ['tools/load.ts', 'src/run.ts'])).toBe('rare')
  })

  it('speaks of what pages are made with in Python, where that is imported by name', () => {
    const page = { slug: 'streamlit', category: 'frontend-ui', named: 'pkg:pypi/streamlit' }
    expect(doubtOf(page, [])).toBe('rare')
    expect(doubtOf({ slug: 'vite', category: 'frontend-ui' }, [])).toBeUndefined()
  })

  it('speaks against what makes pages where tests alone import it, or nothing its client', () => {
    const library = { slug: 'react', category: 'frontend-ui' }
    expect(doubtOf(library, ['tests/runtimes/run.test.tsx'])).toBe('beside')
    expect(doubtOf(library, ['tests/runtimes/run.test.tsx', 'src/page.tsx'])).toBeUndefined()
    // What a page is styled with is imported nowhere.
    expect(doubtOf(library, [])).toBeUndefined()
    expect(doubtOf(library, [], true)).toBe('rare')
  })

  it('speaks against settings of a tool that copies files in, where no file is like these', () => {
    const marker = 'file:components.json#$schema=ui.shadcn.com'
    const copied = { slug: 'shadcn-ui', category: 'frontend-ui', named: marker }
    expect(importPattern(marker)).toContain('class-variance-authority')
    expect(doubtOf(copied, [])).toBe('rare')
    expect(doubtOf(copied, ['components/ui/button.tsx'])).toBeUndefined()
    expect(doubtOf({ ...copied, named: 'pkg:npm/shadcn' }, [])).toBeUndefined()
  })
})

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
])('%s lies beside the product: %s', (path, is) => expect(isBeside(path)).toBe(is))
