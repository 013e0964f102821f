import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import type { RepositoryFile } from '#proof/prove.ts'

/** What a repository says of itself: a hint to whoever writes, and never a text of ours. */
export interface OwnWords {
  description: string | undefined
  homepage: string | undefined
}

const text = z.string().trim().min(1).optional().catch(undefined)
const Said = z.object({ description: text, homepage: text })
const none: OwnWords = { description: undefined, homepage: undefined }

/** What its host shows beside its name; nothing where the host does not answer. */
export async function wordsAtHost(
  look: GuardedFetch,
  name: string,
  token: string | undefined,
): Promise<OwnWords> {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const fetched = await look(`https://api.github.com/repos/${name}`, { headers })
  if (fetched.kind !== 'answered' || fetched.status !== 200 || fetched.isCut) return none
  return wordsIn(() => JSON.parse(fetched.body))
}

/** The manifests of a root that describe the whole, with the part that does. */
const manifests: Readonly<Record<string, (written: string) => unknown>> = {
  'package.json': (written) => JSON.parse(written),
  'pyproject.toml': (written) => {
    const { project } = parseToml(written) as {
      project?: { description?: unknown; urls?: unknown }
    }
    const urls = (project?.urls ?? {}) as Record<string, unknown>
    return { description: project?.description, homepage: urls['Homepage'] ?? urls['homepage'] }
  },
  'Cargo.toml': (written) => (parseToml(written) as { package?: unknown }).package,
}

/** What the manifests at its root say. */
export function wordsInManifests(files: readonly RepositoryFile[]): OwnWords {
  const all = Object.entries(manifests).map(([path, read]) => {
    const written = files.find((file) => file.path === path)?.text
    return written === undefined ? none : wordsIn(() => read(written))
  })
  return firstOf(all)
}

/** The first that says something, word by word. */
export function firstOf(all: readonly OwnWords[]): OwnWords {
  const first = (name: keyof OwnWords) => all.find((each) => each[name] !== undefined)?.[name]
  return { description: first('description'), homepage: first('homepage') }
}

// A hint is not worth a failure: what cannot be read says nothing.
function wordsIn(read: () => unknown): OwnWords {
  try {
    const said = Said.safeParse(read())
    return said.success ? { ...none, ...said.data } : none
  } catch {
    return none
  }
}
