import { isLockFile, isSbomText, manifestKind, readBy } from '#proof/manifests/manifest-kind.ts'
import { textOf } from '#proof/manifests/plain-text.ts'
import { readers } from '#proof/manifests/readers.ts'
import type { FileRead } from '#proof/names-alone.ts'

export { namesAlone, withPlaces } from '#proof/names-alone.ts'

/** The most bytes of a file. Manifests are small, but an SBOM may have several megabytes. */
const mostBytes = 20_000_000

/** Parses files, chosen or pasted, in the browser. Files that cannot be parsed get the outcome `broken`. */
export function readProject(files: readonly File[]): Promise<FileRead[]> {
  return Promise.all(files.map(readFile))
}

async function readFile(file: File): Promise<FileRead> {
  const { name: path, size } = file
  const kind = manifestKind(path)
  const broken = (reason: string): FileRead => ({
    path,
    manifest: { marker: path, kind: 'broken', reason },
  })
  // Lock files and unknown files are not read: only their names matter.
  if (isLockFile(path) || (!kind && !/\.json$/i.test(path)))
    return { path, manifest: readBy(undefined, path, '') }
  if (size > mostBytes) return broken(`it is larger than ${mostBytes / 1_000_000} MB`)
  const content = textOf(new Uint8Array(await file.arrayBuffer()))
  if (isSbomText(content)) {
    const { readSbom } = await import('#proof/manifests/sbom.ts')
    try {
      const sbom = readSbom(JSON.parse(content))
      return sbom ? { path, sbom } : broken('it is neither CycloneDX nor SPDX 2')
    } catch (error) {
      return broken((error as Error).message)
    }
  }
  return { path, manifest: readBy(kind && (await readers[kind]()), path, content) }
}
