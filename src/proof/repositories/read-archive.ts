import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  type Archive,
  type ArchiveEntry,
  BadArchive,
  type TextFilter,
  archiveLimits,
} from './archive-entry.ts'
import { baseName } from '#proof/folders.ts'
import { isSource } from '#proof/host-names.ts'
import { isManifest } from '#proof/manifests/manifest-kind.ts'
import { readTar } from './read-tar.ts'
import { type RepositoryRead, licenceFile, licenceOf } from './repository-read.ts'

/**
 * Reads a repository from a tar or tar.gz archive, made by a code host or by `git archive`. Nothing
 * is unpacked to the disk. Archives made by git contain their commit; for others, `commit` is
 * required.
 */
export async function readArchive(
  file: string,
  {
    repository,
    commit,
    hosts = [],
  }: { repository: string; commit?: string | undefined; hosts?: readonly string[] },
): Promise<RepositoryRead> {
  const names = hosts.map((host) => host.replace('*', ''))
  const isCode = (path: string) => names.length > 0 && isSource(path)
  const { entries, comment } = await unpack(file, {
    isWanted: (path) => isManifest(path) || licenceFile.test(baseName(path)) || isCode(path),
    isKept: (path, text) =>
      isManifest(path) || !isCode(path) || names.some((name) => text.includes(name)),
  })
  if (entries.length === 0) throw new BadArchive('holds no file.')
  const files = withoutTop(entries)
  const newest = entries.reduce(
    (latest, { modified }) => (modified > latest ? modified : latest),
    new Date(0),
  )
  const licence = files.find(({ path }) => licenceFile.test(path))
  return {
    repository,
    commit: commitOf(comment, commit),
    lastActivity: newest.toISOString(),
    licence: licence === undefined ? null : licenceOf(licence.text ?? ''),
    archived: null,
    files: files.map(({ path, text }) => ({
      path,
      text: isManifest(path) || isCode(path) ? text : undefined,
    })),
    left: undefined,
  }
}

async function unpack(file: string, filter: TextFilter): Promise<Archive> {
  const { size } = await stat(file).catch(() => ({ size: undefined }))
  if (size === undefined) throw new BadArchive('is not there.')
  if (size > archiveLimits.bytes) throw new BadArchive('is too large.')
  const begin = Buffer.concat((await createReadStream(file, { end: 1 }).toArray()) as Buffer[])
  if (begin.toString('latin1') === 'PK')
    throw new BadArchive('is a zip archive; take the tar.gz of the same commit instead.')
  const isPacked = begin[0] === 0x1f && begin[1] === 0x8b
  const bytes = createReadStream(file)
  try {
    return await readTar(
      isPacked ? pipeline(bytes, createGunzip(), () => undefined) : bytes,
      filter,
    )
  } catch (error) {
    if (error instanceof BadArchive) throw error
    throw new BadArchive('cannot be unpacked.')
  } finally {
    bytes.destroy()
  }
}

function commitOf(comment: string, requested: string | undefined): string {
  const written = /^[0-9a-f]{40}$/.test(comment) ? comment : undefined
  if (requested !== undefined && !/^[0-9a-f]{40}$/.test(requested))
    throw new BadArchive(`is of a commit of 40 hex digits, and not of ${requested}.`)
  if (written !== undefined && requested !== undefined && written !== requested)
    throw new BadArchive(`is of commit ${written}.`)
  const commit = written ?? requested
  if (commit === undefined) throw new BadArchive('names no commit; name it with --commit.')
  return commit
}

/** Removes the folder around all files, such as `n8n-1a2b3c/`, that code hosts add. */
function withoutTop(entries: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  const top = `${entries[0]!.path.split('/')[0]}/`
  return entries.every(({ path }) => path.startsWith(top))
    ? entries.map((entry) => ({ ...entry, path: entry.path.slice(top.length) }))
    : entries
}
