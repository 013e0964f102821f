import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sbomOf } from './sbom.ts'

const root = path.resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  name: string
  dependencies: Record<string, string>
}

function npm(...given: string[]): unknown {
  const printed = execFileSync('npm', [...given, '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  })
  return JSON.parse(printed)
}

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
  const bomNow = () => sbomOf(npm('sbom', '--sbom-format=cyclonedx'), manifest)
  const bom = bomNow()
  const refs = bom.components.map((component) => component['bom-ref'])

  it('has the packages that npm lists, and the direct dependencies', () => {
    const listed = new Set(below(npm('ls', '--all', '--long', '--json', '--omit=dev') as Listed))
    expect(refs.toSorted()).toEqual([...listed].sort())
    const direct = bom.dependencies[0]!.dependsOn.map((ref) => ref.replace(/@[^@]+$/, ''))
    expect(direct.sort()).toEqual(Object.keys(manifest.dependencies).sort())
  })

  // Without the overrides of package.json it is 650, with those for other systems.
  it('has fewer than 600 packages: MJML is installed without minifiers and command line', () => {
    expect(refs.length).toBeLessThan(600)
  })

  it('is the same for the same lock, has no time, and every edge leads to a package in it', () => {
    expect(JSON.stringify(bomNow())).toBe(JSON.stringify(bom))
    expect(JSON.stringify(bom)).not.toMatch(/timestamp|serialNumber|development/)
    expect(new Set(refs).size).toBe(refs.length)
    const edges = bom.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(edges.filter((ref) => !refs.includes(ref))).toEqual([])
  })

  it('has the licence and the hash of each package', () => {
    expect(bom.components.find((one) => one['bom-ref'].startsWith('zod@4.6.'))).toMatchObject({
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    })
  })
})
