// Detects the tools of a folder, a manifest or an SBOM on this machine; nothing is sent anywhere.
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { attempt } from '#core/attempt.ts'
import { plural } from '#core/plural.ts'
import { noPackages } from '#core/tool-packages.ts'
import { unknownGroups } from '#present/detected-words.ts'
import { pastEndLines } from '#present/product/support-words.ts'
import { detect } from '#proof/detect.ts'
import { isLockFile, isManifest, isSbomText } from '#proof/manifests/manifest-kind.ts'
import { textOf } from '#proof/manifests/plain-text.ts'
import { readFolder } from '#proof/repositories/read-folder.ts'
import type { KnownTool } from '#proof/tool-index.ts'

/** A path that cannot be read as a project; the message is for people. */
export class NoProject extends Error {}

/** A tool as the command knows it. */
export type NamedTool = KnownTool & { name: string }

/** The result of detecting the tools below a path. */
export type DetectedProject = Awaited<ReturnType<typeof detectPath>>

/** Detects the tools below a path. Throws `NoProject`. */
export async function detectPath(at: string, known: readonly NamedTool[]) {
  const project = await projectAt(
    at,
    known.flatMap(({ hosts }) => hosts),
  )
  // A file of tools from an older release does not say which packages are the tool itself.
  const found = detect(
    known.map((tool) => ({ ...noPackages, ...tool })),
    project,
  )
  const tools = found.tools.map(({ tool: { slug, name, category }, ...rest }) => ({
    slug,
    name,
    category,
    ...rest,
  }))
  // These filenames are dropped: a folder has many files that are no manifests.
  const unknown_reasons = found.unknown.filter(({ reason }) => reason !== 'not_read')
  return {
    tools,
    /** The names that show no tool: package URLs, lines, lock files and broken files. */
    unknown: unknown_reasons.map(({ name }) => name),
    unknown_reasons,
    /** The broken ones among them, each with the reason. */
    unreadable: unknown_reasons.flatMap(({ name, reason, detail }) =>
      reason === 'broken' ? [`${name} cannot be read: ${detail}.`] : [],
    ),
    /** Why no tool was found; undefined if there are some. */
    hint: tools.length === 0 ? whyNothing(at, project) : undefined,
  }
}

/** The most unknown names of a line; --json has all of them. */
const mostNamed = 8

/** The result in lines for people. */
export function detectedLines({ tools, unknown_reasons }: DetectedProject): string[] {
  return [
    ...tools.map(({ slug, name, evidence: [first] }) => {
      return `${slug.padEnd(24)} ${name}, by ${first!.package} in ${first!.source}`
    }),
    `${plural(tools.length, 'tool')} of the directory.`,
    ...pastEndLines(tools),
    ...unknownGroups(unknown_reasons).map(({ heading, names }) => {
      const more = names.length > mostNamed ? ', …' : ''
      return `${heading}: ${names.slice(0, mostNamed).join(', ')}${more}`
    }),
  ]
}

/** Reads a project from a path to a folder of manifests, an SBOM, or a single manifest. */
async function projectAt(at: string, hosts: readonly string[]) {
  const found = await stat(at).catch(({ code }: NodeJS.ErrnoException) => {
    const isThere = code !== 'ENOENT' && code !== 'ENOTDIR'
    throw new NoProject(
      isThere ? `${at} cannot be read: ${code}.` : `There is no file or folder ${at}.`,
    )
  })
  if (found.isDirectory()) {
    const files = await readFolder(at, hosts)
    return { manifests: files.map(({ path: file, text = '' }) => ({ path: file, content: text })) }
  }
  const content = textOf(unpacked(at, await readFile(at)))
  const sbom = sbomIn(content)
  if (sbom) return { sbom }
  if (isLockFile(at))
    throw new NoProject(
      `${at} is a lock file: it also names what other packages need. Name its manifest, or the folder.`,
    )
  if (!isManifest(at))
    throw new NoProject(
      `${at} is no manifest and no SBOM of a known kind. You can also name a folder.`,
    )
  return { manifests: [{ path: path.basename(at), content }] }
}

/** The most bytes of an unpacked SBOM. */
const mostUnpacked = 128 * 1024 * 1024

/** The bytes of a file, unpacked if its first bytes are those of gzip (RFC 1952, 2.3.1). */
function unpacked(at: string, bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpacked })
  } catch (error) {
    throw new NoProject(`${at} cannot be unpacked: ${(error as Error).message}.`)
  }
}

function sbomIn(text: string): unknown {
  if (!isSbomText(text)) return undefined
  const sbom = attempt(() => JSON.parse(text) as unknown)
  if (sbom !== undefined) return sbom
  throw new Error('This is neither a CycloneDX nor an SPDX 2 document in JSON.')
}

function whyNothing(at: string, { manifests, sbom }: { manifests?: object[]; sbom?: unknown }) {
  if (sbom)
    return 'An SBOM counts by its dependency graph: only packages that the project depends on. Without a graph there are none.'
  return manifests?.length === 0
    ? `There is no manifest of a known kind in ${at}. Name an SBOM by its file.`
    : 'No manifest names a tool of the directory. An SBOM is only read when its file is named.'
}
