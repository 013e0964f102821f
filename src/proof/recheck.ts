import {
  type GitHub,
  type KeptAnswers,
  type Newest,
  askNewest,
  rawUrl,
} from './repositories/ask-github.ts'
import { baseName } from './folders.ts'
import { isSource } from './host-names.ts'
import { isManifest } from './manifests/manifest-kind.ts'
import { NotRead, type Unread, answerOf } from './repositories/not-read.ts'
import { type RepositoryFile, findTools } from './prove.ts'
import { readFilesAt } from './repositories/read-github.ts'
import type { KnownTool } from './tool-index.ts'

/** A repository with the proofs to check again. */
export interface ToRecheck {
  /** Owner and name at GitHub. */
  name: string
  /** The last commit with all proofs; undefined after one was lost. */
  heldAt: string | undefined
  /** The proved tools, each with the file of its proof. */
  proved: readonly { slug: string; path: string }[]
  /** The last answers of GitHub. */
  kept: KeptAnswers
}

/** The outcome of a check. `lost` are the tools that no file names any more. */
export type Rechecked =
  { kind: 'looked'; newest: Newest; lost: string[]; kept: KeptAnswers } | Unread

const fileBytes = 1024 * 1024

/**
 * Checks whether the newest commit of a repository still names its tools. First it asks for the files
 * of the proofs. Only when a tool is missing in them it reads all manifests: of 303 proofs, the line
 * or file of 139 had moved after 90 days, and one was lost. Files that GitHub does not send never
 * count as lost.
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
    const first = missing(await readProofFiles(gitHub, newest, proved), proved)
    if (first.length === 0) return { kind: 'looked', newest, lost: [], kept }
    // A source file that moved is found by its name.
    const names = new Set(first.map(({ path }) => baseName(path)))
    const all = await readFilesAt(gitHub, newest.name, newest.commit, (path) =>
      names.has(baseName(path)),
    )
    if (all.left !== undefined) return { kind: 'failed', reason: all.left }
    const lost = missing(all.files, first).map(({ slug }) => slug)
    return { kind: 'looked', newest, lost, kept }
  } catch (error) {
    if (error instanceof NotRead) return error.unread
    throw error
  }
}

/** The present files at the paths of the proofs. */
async function readProofFiles(
  { fetch, clock }: GitHub,
  { name, commit }: Newest,
  proved: ToRecheck['proved'],
): Promise<RepositoryFile[]> {
  const files: RepositoryFile[] = []
  for (const path of new Set(proved.map((proof) => proof.path))) {
    const url = rawUrl(name, commit, path)
    try {
      // The name alone of other files is the proof.
      const method = isManifest(path) || isSource(path) ? 'GET' : 'HEAD'
      const fetched = await fetch(url, { method, bodyBytes: fileBytes })
      const { body, headers } = answerOf(fetched, url, clock())
      // GitHub sends raw files as text. A page comes from another host, such as a captive portal.
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
