import { createHash } from 'node:crypto'
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { create } from 'tar'
import type { Made } from '#cli/main.ts'
import { addresses } from '#core/addresses.ts'
import { packagesOf } from '#core/tool-packages.ts'
import { documentation } from '#exports/documentation.ts'
import { clientCalls, clientTypes } from '#exports/client-types.ts'

/** What a package on npm has beside that of a site. */
interface Release {
  version: string
  /** The repository that npm compares with the one of the workflow which publishes. */
  repository: string
}

/** The name of the tarball for a first try. npx keeps what it downloaded from an address. */
export const latestTarball = 'cli.tgz'

/** Placeholder for the version while the files are hashed: the version is made of that hash. */
const unversioned = 'version-of-the-files'

/**
 * Writes the package `proofstack` into a folder as `cli/<version>.tgz` and `cli.tgz`. Its version ends
 * with a hash of its files, because npx runs for ever what it first had from an address; on npm it is a plain version.
 */
export async function packCli(folder: string, made: Omit<Made, 'version'>, release?: Release) {
  // Without the texts of a tool, which are two thirds of it and which the command does not print.
  const tools = made.tools.map(({ slug, name, category, ...tool }) => ({
    slug,
    name,
    category,
    ...packagesOf(tool),
  }))
  const files = await filesOf({ ...made, tools, version: unversioned }, release)
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
  const version = release?.version ?? `1.0.0-${hash}`
  await using work = await mkdtempDisposable(path.join(os.tmpdir(), 'proofstack-cli-'))
  const cwd = work.path
  const inside = path.join(cwd, 'package')
  await mkdir(inside)
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(inside, name), text.replaceAll(unversioned, version))
  await mkdir(path.join(folder, 'cli'), { recursive: true })
  const file = path.join(folder, 'cli', `${version}.tgz`)
  const names = Object.keys(files).map((name) => `package/${name}`)
  // The same bytes for the same content: no times, owners or order of a folder.
  await create({ file, cwd, gzip: { level: 9 }, portable: true, mtime: new Date(0) }, names)
  const bytes = await readFile(file)
  await writeFile(path.join(folder, latestTarball), bytes)
  const digest = createHash('sha512').update(bytes).digest('base64')
  return { version, integrity: `sha512-${digest}` }
}

/** The files of the package by their names. */
async function filesOf(made: Made, release: Release | undefined): Promise<Record<string, string>> {
  const { site, version } = made
  const source = (name: string) => readFile(path.join(import.meta.dirname, '../..', name), 'utf8')
  const command = await bundled('entry.ts', 'virtual:made', { made })
  const client = { calls: clientCalls(), site }
  return {
    'package.json': JSON.stringify(manifest(version, site, release?.repository), null, 2),
    'proofstack.mjs': `#!/usr/bin/env node\n${command}`,
    'client.mjs': await bundled('client.ts', 'virtual:client', client),
    'client.d.ts': clientTypes(),
    'README.md': readme(await source('content/docs/cli.md'), {
      site,
      command: release ? 'proofstack' : addresses(site).cli(version),
    }),
    LICENSE: await source('LICENSE'),
  }
}

/** The page of the documentation about the package, to be read without the site. */
function readme(text: string, { site, command }: { site: string; command: string }): string {
  const markdown = text
    .replace(/^---\n.*?\n---\n/s, '# Proofstack\n')
    .replaceAll('{{cli}}', command)
    .replaceAll('{{site}}', site)
    .replaceAll('](/', `](${site}/`)
  const page = { slug: 'cli', title: '', description: '', markdown }
  return documentation([page], { site, api: addresses(site).api })[0]!.markdown
}

const manifest = (version: string, site: string, repository: string | undefined) => ({
  name: 'proofstack',
  version,
  description: 'A reviewed directory of agent products and the tools they are built with',
  type: 'module',
  license: 'MIT',
  homepage: site,
  ...(repository && { repository: { type: 'git', url: repository } }),
  bin: { proofstack: 'proofstack.mjs' },
  exports: { '.': { types: './client.d.ts', default: './client.mjs' } },
  engines: { node: '>=20' },
})

/** Modules of newer Nodes. They are loaded when they are used, so that other commands run on Node 20. */
const newerModules: Readonly<Record<string, string>> = {
  'node:sqlite': 'DatabaseSync',
  'node:zlib': 'constants, gunzipSync, zstdCompressSync, zstdDecompressSync',
}

/** A file of src/cli with its imports in one file, and `values` as the exports of `module`. */
async function bundled(
  entry: string,
  module: string,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const constants = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)}`,
  )
  const sources: Record<string, string> = { [module]: constants.join('\n') }
  for (const [id, names] of Object.entries(newerModules))
    sources[id] = `import { createRequire } from 'node:module'
      export const { ${names} } = createRequire(import.meta.url)('${id}')`
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, '../cli', entry),
    platform: 'node',
    plugins: [
      {
        name: 'sources',
        resolveId: (id) => (Object.hasOwn(sources, id) ? `\0${id}` : undefined),
        load: (id) => sources[id.slice(1)],
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}
