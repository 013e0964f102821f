import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import { attempt } from '#core/attempt.ts'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import type { RepositoryFile } from '#proof/prove.ts'

const text = z.string().trim().min(1).optional().catch(undefined)
const OwnWords = z.object({ description: text, homepage: text })

/** The owner's description and homepage of a repository: hints for the editor, never published. */
export type OwnWords = z.infer<typeof OwnWords>

/** The description and homepage that GitHub shows for a repository; empty without an answer. */
export async function wordsAtHost(
  look: GuardedFetch,
  name: string,
  token: string | undefined,
): Promise<OwnWords> {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const fetched = await look(`https://api.github.com/repos/${name}`, { headers })
  if (fetched.kind !== 'answered' || fetched.status !== 200 || fetched.isCut) return {}
  return wordsIn(() => JSON.parse(fetched.body))
}

/** For each manifest that describes its project, a parser of its description and homepage. */
const manifests: Readonly<Record<string, (written: string) => unknown>> = {
  'package.json': (written) => JSON.parse(written),
  'pyproject.toml': (written) => {
    const { project } = parseToml(written) as {
      project?: { description?: unknown; urls?: Record<string, unknown> }
    }
    const { urls = {} } = project ?? {}
    return { description: project?.description, homepage: urls['Homepage'] ?? urls['homepage'] }
  },
  'Cargo.toml': (written) => (parseToml(written) as { package?: unknown }).package,
}

/** The description and homepage in the manifests of the root folder. */
export function wordsInManifests(files: readonly RepositoryFile[]): OwnWords {
  const all = Object.entries(manifests).map(([path, read]) => {
    const written = files.find((file) => file.path === path)?.text
    return written === undefined ? {} : wordsIn(() => read(written))
  })
  return firstOf(all)
}

/** The first description and the first homepage that exist, in the order of `all`. */
export function firstOf(all: readonly OwnWords[]): OwnWords {
  const first = (name: keyof OwnWords) => all.find((each) => each[name] !== undefined)?.[name]
  return { description: first('description'), homepage: first('homepage') }
}

// These are only hints, so a manifest that cannot be parsed counts as empty.
const wordsIn = (read: () => unknown) => attempt(() => OwnWords.parse(read())) ?? {}
