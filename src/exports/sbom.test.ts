import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type PackageLock, sbomOf } from './sbom.ts'

const root = path.resolve(import.meta.dirname, '../..')
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as PackageLock

interface Listed {
  name?: string
  version?: string
  dependencies?: Record<string, Listed>
}

/** All packages below a package in the output of `npm ls`, with their versions. */
function* below({ dependencies = {} }: Listed): Generator<string> {
  for (const [name, listed] of Object.entries(dependencies)) {
    if (listed.version) yield `${listed.name ?? name}@${listed.version}`
    yield* below(listed)
  }
}

describe('the bill of materials', () => {
  const bom = sbomOf(lock)

  it('has the packages that npm lists, and the direct dependencies', () => {
    // Not `npm sbom`: it leaves out packages that development tools need too, such as zod.
    const given = ['ls', '--all', '--long', '--json', '--package-lock-only', '--omit=dev']
    const printed = execFileSync('npm', given, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    })
    const listed = new Set(below(JSON.parse(printed) as Listed))
    const refs = bom.components.map((component) => component['bom-ref'])
    expect(refs.toSorted()).toEqual([...listed].sort())
    const direct = bom.dependencies[0]!.dependsOn.map((ref) => ref.replace(/@[^@]+$/, ''))
    expect(direct).toEqual(Object.keys(lock.packages['']!.dependencies!).sort())
  })

  // Without the overrides of package.json it is 650, with those for other systems.
  it('has fewer than 600 packages: MJML is installed without minifiers and command line', () => {
    expect(bom.components.length).toBeLessThan(600)
  })

  it('is the same for the same lock, has no time, and every edge leads to a package in it', () => {
    expect(JSON.stringify(sbomOf(structuredClone(lock)))).toBe(JSON.stringify(bom))
    expect(JSON.stringify(bom)).not.toMatch(/timestamp|serialNumber/)
    const refs = new Set(bom.components.map((component) => component['bom-ref']))
    expect(refs.size).toBe(bom.components.length)
    expect(
      bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref)),
    ).toEqual([])
  })

  it('has the licence and the hash of each package', () => {
    const zod = bom.components.find(({ name }) => name === 'zod')
    expect(zod).toMatchObject({
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    })
    const odd = sbomOf({
      name: 'x',
      version: '1',
      packages: { '': {}, 'node_modules/a': { version: '1', license: 'MIT (http://x.example)' } },
    })
    expect(odd.components).toMatchObject([
      { licenses: [{ license: { name: 'MIT (http://x.example)' } }] },
    ])
  })
})
