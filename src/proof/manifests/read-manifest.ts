import { type ManifestRead, manifestKind, readBy } from './manifest-kind.ts'
import { readers } from './readers.ts'

const loaded = new Map(
  await Promise.all(
    Object.entries(readers).map(async ([kind, load]) => [kind, await load()] as const),
  ),
)

/** Reads a manifest with the reader for its filename. Never throws for invalid content. */
export function readManifest(path: string, text: string): ManifestRead {
  const kind = manifestKind(path)
  return readBy(kind && loaded.get(kind), path, text)
}
