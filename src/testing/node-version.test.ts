import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const { engines, dependencies, devDependencies } = JSON.parse(read('package.json')) as {
  engines: { node: string }
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const major = engines.node.replace('.x', '')

// `engines` of package.json names the version of Node: Vercel and the workflows read it there.
it('one version of Node runs everywhere, and package.json names it', () => {
  expect(engines.node).toMatch(/^\d+\.x$/)
  // The Node of the scripts, and the types.
  expect(dependencies['node']).toMatch(new RegExp(`^${major}\\.`))
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${major}\\.`))
  expect(process.versions.node).toBe(dependencies['node'])
  expect(read('.node-version')).toBe(`${dependencies['node']}\n`)
  expect(read('scripts/deploy/Containerfile')).toContain(
    `\nFROM node:${dependencies['node']}-slim\n`,
  )
  for (const workflow of ['ci.yml', 'security.yml'])
    expect(read(`.github/workflows/${workflow}`)).not.toMatch(/node-version:/)
  expect(read('.github/workflows/ci.yml')).toContain('node-version-file: package.json')
})

it.each(['README.md', 'content/docs/deploy.md', '.github/CONTRIBUTING.md'])(
  '%s names that version, and no other but 20 and 18, the oldest ones for some uses',
  (name) => {
    const named = [...read(name).matchAll(/Node (\d+)/g)].map(([, version]) => version)
    expect(named).toContain(major)
    expect(
      named.filter((version) => version !== major && version !== '20' && version !== '18'),
    ).toEqual([])
  },
)

it('every package supports that version, so that npm does not warn', () => {
  const version = dependencies['node']!
  const others = `:attr(engines, [node]):not(:semver(${version}, :attr(engines, [node])))`
  const query = (selector: string) =>
    JSON.parse(
      execFileSync('npm', ['query', selector], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }),
    ) as { pkgid: string }[]
  expect(query(others).map(({ pkgid }) => pkgid)).toEqual([])
  // The query works: it finds the packages that do not support Node 12.
  expect(query(others.replace(version, '12.0.0')).length).toBeGreaterThan(10)
})
