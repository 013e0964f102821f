import {
  type GitHub,
  type KeptAnswers,
  type Newest,
  askNewest,
  rawUrl,
} from './repositories/ask-github.ts'
import { isSource } from './host-names.ts'
import { isManifest } from './manifests/manifest-kind.ts'
import { NotRead, type Unread, answerOf } from './repositories/not-read.ts'
import { type RepositoryFile, findTools } from './prove.ts'
import { readFilesAt } from './repositories/read-github.ts'
import type { KnownTool } from './tool-index.ts'

/** What a repository proved, to be looked at again. */
export interface ToRecheck {
  /** Its owner and name at GitHub. */
  name: string
  /** The commit at which all of it held; undefined where something was lost. */
  heldAt: string | undefined
  /** The tools that it proved, each with the file that says so. */
  proved: readonly { slug: string; path: string }[]
  /** What GitHub answered the last time. */
  kept: KeptAnswers
}

/** What came of looking again. */
export type Rechecked =
  | {
      kind: 'looked'
      newest: Newest
      /** The tools that nothing names any more. */
      lost: string[]
      kept: KeptAnswers
    }
  | Unread

const fileBytes = 1024 * 1024

/**
 * Looks whether the newest commit of a repository still names its tools. It asks for the files that
 * said so, and only when one says it no more for the others: of 303 proofs, the line or file of 139
 * had moved after 90 days, and one was lost. What does not come is never taken for what is gone.
 */
export async function recheck(
  gitHub: GitHub,
  tools: readonly KnownTool[],
  { name, heldAt, proved, kept: before }: ToRecheck,
): Promise<Rechecked> {
  try {
    const { newest, kept } = await askNewest(gitHub, name, before)
    if (newest.commit === heldAt) return { kind: 'looked', newest, lost: [], kept }
    const missing = (files: readonly RepositoryFile[], among: typeof proved) => {
      const { byTool } = findTools(tools, files)
      return among.filter(({ slug }) => !byTool.has(slug))
    }
    const first = missing(await readNamed(gitHub, newest, proved), proved)
    if (first.length === 0) return { kind: 'looked', newest, lost: [], kept }
    // A source file that moved keeps its name; where it is now, nobody else knows.
    const names = new Set(first.map(({ path }) => baseName(path)))
    const all = await readFilesAt(gitHub, newest.name, newest.commit, (path) =>
      names.has(baseName(path)),
    )
    if (all.left !== undefined) return { kind: 'failed', reason: all.left }
    const still = missing(all.files, first).map(({ slug }) => slug)
    return { kind: 'looked', newest, lost: still, kept }
  } catch (error) {
    if (error instanceof NotRead) return error.unread
    throw error
  }
}

/** The files that proved something, as they are now; one that is there no more is left out. */
async function readNamed(
  { fetch, clock }: GitHub,
  { name, commit }: Newest,
  proved: ToRecheck['proved'],
): Promise<RepositoryFile[]> {
  const files: RepositoryFile[] = []
  for (const path of new Set(proved.map((one) => one.path))) {
    const url = rawUrl(name, commit, path)
    try {
      // Of a file that proves by its name it is enough that it is there.
      const method = isManifest(path) || isSource(path) ? 'GET' : 'HEAD'
      const fetched = await fetch(url, { method, bodyBytes: fileBytes })
      const { body, headers } = answerOf(fetched, url, clock())
      // Raw files are never pages: this is another host's word, or a door in front of it.
      if (/^text\/html\b/i.test(headers['content-type'] ?? ''))
        throw new NotRead({ kind: 'failed', reason: `${url} answers with a page.` })
      files.push({ path, text: body })
    } catch (error) {
      if (!(error instanceof NotRead) || error.unread.kind !== 'gone') throw error
    }
  }
  const [broken] = findTools([], files).broken
  if (broken) {
    const reason = `${broken.path} cannot be read: ${broken.reason}`
    throw new NotRead({ kind: 'failed', reason })
  }
  return files
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
