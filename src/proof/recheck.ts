import {
  type GitHub,
  type KeptAnswers,
  type Newest,
  askNewest,
  keptId,
  rawUrl,
} from './repositories/ask-github.ts'
import { baseName } from './folders.ts'
import { isSource } from './host-names.ts'
import { isManifest } from './manifests/manifest-kind.ts'
import { NotRead, type Unread, answerOf } from './repositories/not-read.ts'
import { type RepositoryFile, findTools } from './prove.ts'
import { readFilesAt } from './repositories/read-github.ts'
import type { KnownTool } from './tool-index.ts'

/** A repository whose proofs are to be checked again. */
export interface ToRecheck {
  /** The owner and name at GitHub, such as `n8n-io/n8n`. */
  name: string
  /** The last commit that had all proofs; undefined if a proof was lost later. */
  heldAt: string | undefined
  /** The proved tools, each with the path of the file that proves it. */
  proved: readonly { slug: string; path: string }[]
  /** GitHub's answers to the last check, for conditional requests. */
  kept: KeptAnswers
}

/** The outcome of a check. `lost`: the tools that no file of the repository proves any more. */
export type Rechecked =
  { kind: 'looked'; newest: Newest; lost: string[]; kept: KeptAnswers } | Unread

const fileBytes = 1024 * 1024

/**
 * Checks whether the newest commit of a repository still proves its tools. It first requests only
 * the files of the known proofs. If a proof is missing there, it reads all manifests: of 303
 * proofs, 139 had moved to another line or file after 90 days, and only one was lost. A file that
 * GitHub fails to send never counts as lost.
 */
export async function recheck(
  gitHub: GitHub,
  tools: readonly KnownTool[],
  { name, heldAt, proved, kept: before }: ToRecheck,
): Promise<Rechecked> {
  try {
    const { newest, id, kept } = await askNewest(gitHub, name, before)
    const known = keptId(before, name)
    if (known !== undefined && id !== known)
      return { kind: 'gone', reason: `Another repository has the name ${name} now.` }
    if (newest.commit === heldAt) return { kind: 'looked', newest, lost: [], kept }
    const missing = (files: readonly RepositoryFile[], among: typeof proved) => {
      const { byTool } = findTools(tools, files)
      return among.filter(({ slug }) => !byTool.has(slug))
    }
    const first = missing(await readProofFiles(gitHub, newest, proved), proved)
    if (first.length === 0) return { kind: 'looked', newest, lost: [], kept }
    // Source files that moved to another folder are found by their filenames.
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

/** The files at the paths of the known proofs. Files that do not exist any more are left out. */
async function readProofFiles(
  { fetch, clock }: GitHub,
  { name, commit }: Newest,
  proved: ToRecheck['proved'],
): Promise<RepositoryFile[]> {
  const files: RepositoryFile[] = []
  for (const path of new Set(proved.map((proof) => proof.path))) {
    const url = rawUrl(name, commit, path)
    try {
      // Of files other than manifests and code, the filename is the proof: no content is needed.
      const method = isManifest(path) || isSource(path) ? 'GET' : 'HEAD'
      const fetched = await fetch(url, { method, bodyBytes: fileBytes })
      const { body, headers } = answerOf(fetched, url, clock())
      // GitHub sends raw files as plain text. HTML is from something between, as a captive portal.
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
