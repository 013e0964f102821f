import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { create } from 'tar'
import type { Made } from '#cli/main.ts'
import type { NamedTool } from '#cli/detect-path.ts'

/** The package of a build, in a folder that the site serves. */
export interface PackedCli {
  version: string
  /** The integrity of the tarball, as npm writes it into lock files. */
  integrity: string
}

/** The name of the tarball for a first try. npx keeps what it downloaded from an address. */
export const latestTarball = 'cli.tgz'

/** Placeholder for the version while the code is hashed: the version is made of that hash. */
const unversioned = 'version-of-the-code'

/**
 * Writes the package `proofstack` into a folder as `cli/<version>.tgz` and `cli.tgz`. Its version ends
 * with a hash of its bytes, because npx never asks an address again.
 */
export async function packCli(
  folder: string,
  { site, tools, key }: Omit<Made, 'version'>,
): Promise<PackedCli> {
  const code = await bundled({ site, version: unversioned, tools: tools.map(namedTool), key })
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12)
  const version = `1.0.0-${hash}`
  const work = await mkdtemp(path.join(os.tmpdir(), 'proofstack-cli-'))
  try {
    const inside = path.join(work, 'package')
    await mkdir(inside)
    await writeFile(path.join(inside, 'proofstack.mjs'), code.replace(unversioned, version))
    await writeFile(path.join(inside, 'package.json'), JSON.stringify(manifest(version, site)))
    await mkdir(path.join(folder, 'cli'), { recursive: true })
    const file = path.join(folder, 'cli', `${version}.tgz`)
    const files = ['package/package.json', 'package/proofstack.mjs']
    // The same bytes for the same content: no times, owners or order of a folder.
    await create({ file, cwd: work, gzip: true, portable: true, mtime: new Date(0) }, files)
    const bytes = await readFile(file)
    await writeFile(path.join(folder, latestTarball), bytes)
    const digest = createHash('sha512').update(bytes).digest('base64')
    return { version, integrity: `sha512-${digest}` }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Only what detecting needs: a tool has many other texts. */
const namedTool = ({
  slug,
  name,
  category,
  packages,
  client_packages,
  images,
  marker_files,
  hosts,
}: NamedTool): NamedTool => ({
  slug,
  name,
  category,
  packages,
  client_packages,
  images,
  marker_files,
  hosts,
})

/** Modules of newer Nodes. They are loaded when they are used, so that other commands run on Node 20. */
const newerModules: Readonly<Record<string, string>> = {
  'node:sqlite': 'DatabaseSync',
  'node:zlib': 'constants, gunzipSync, zstdCompressSync, zstdDecompressSync',
}

const manifest = (version: string, site: string) => ({
  name: 'proofstack',
  version,
  description: 'A reviewed directory of agent products and the tools they are built with',
  type: 'module',
  license: 'MIT',
  homepage: site,
  bin: { proofstack: 'proofstack.mjs' },
  engines: { node: '>=20' },
})

/** The code of the command in one file. */
async function bundled(made: Made): Promise<string> {
  const module = 'virtual:made'
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, '../cli/entry.ts'),
    platform: 'node',
    plugins: [
      {
        name: 'newer-modules',
        resolveId: (id) => (Object.hasOwn(newerModules, id) ? `\0${id}` : undefined),
        load: (id) => {
          const names = newerModules[id.slice(1)]
          return names === undefined
            ? undefined
            : `import { createRequire } from 'node:module'
               export const { ${names} } = createRequire(import.meta.url)('${id.slice(1)}')`
        },
      },
      {
        name: 'made',
        resolveId: (id) => (id === module ? id : undefined),
        load: (id) => (id === module ? `export const made = ${JSON.stringify(made)}` : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    banner: '#!/usr/bin/env node',
    codeSplitting: false,
  })
  await bundle.close()
  return output[0].code
}
