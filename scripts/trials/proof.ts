import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import type { Grep } from '#proof/apart.ts'
import { type CheckedListing, checkListing } from '#proof/check-listing.ts'
import type { Proof } from '#proof/prove.ts'
import type { KnownTool } from '#proof/tool-index.ts'
import { grepCheckout, readCheckout } from '#desk/read-checkout.ts'

type Row = Record<string, string>

/**
 * Labels of the judged rows that the source of the commit shows to be wrong (decision 30), each with
 * the place that shows it.
 */
const corrected: Readonly<Record<string, { isRight: boolean; because: string }>> = {
  'ragflow apache-tika': {
    isRight: true,
    because: 'pyproject.toml:132, rag/app/naive.py:1227 reads documents with it',
  },
  'ragflow langgraph': {
    isRight: true,
    because: 'pyproject.toml:147, rag/advanced_rag/agentic_rag_graph.py:40 builds its graph on it',
  },
  'onyx numpy': {
    isRight: true,
    because: 'pyproject.toml:198, backend/onyx/server/manage/voice/websocket_api.py:10 imports it',
  },
  'gpt-researcher numpy': {
    isRight: false,
    because: 'pyproject.toml:153 names it and no file imports it, as with sqlalchemy there',
  },
}

/** What came of suggestions: those that somebody has judged, and of these the right ones. */
interface Suggested {
  suggested: number
  right: number
  rightOfAll: number
}

/**
 * Holds listings against their repositories at the commits of a judged trial, and prints what of it
 * comes out: listed tools that are proved, wrong facts that are flagged, suggestions that a person
 * took for right. `data` is the folder of the judged rows, `mirrors` that of bare repositories, named
 * `<owner>+<name>/repo`. A tool counts as proved when one of the repositories of its listing proves it.
 */
export async function proofTrial({ data, mirrors }: { data: string; mirrors: string }) {
  const rows = readTable(path.join(data, 'listing-proofs.tsv'))
  const judged = new Map(
    readTable(path.join(data, 'proof-trial.tsv')).map((row) => [row['listing']!, row]),
  )
  const { tools, listings } = await loadContent(path.resolve(import.meta.dirname, '../..'))
  const known = tools.map(({ slug, value }) => ({ slug, ...value }))
  const relatedOf = new Map(
    listings.map(({ slug, value }) => [slug, value.compatibility.map(({ tool }) => tool)]),
  )
  const sums = { repositories: 0, listed: 0, proved: 0, provedBefore: 0 }
  const flags = { wrong: 0, flagged: 0, lines: 0, named: 0 }
  const halves: Record<'A' | 'B', Suggested> = {
    A: { suggested: 0, right: 0, rightOfAll: 0 },
    B: { suggested: 0, right: 0, rightOfAll: 0 },
  }
  const missed: string[] = []
  for (const [slug, of] of Map.groupBy(rows, (row) => row['listing']!)) {
    const listed = of.filter((row) => row['verdict'] !== 'found-not-listed')
    const wrong = listed.filter((row) => row['remark']?.startsWith('LISTING WRONG'))
    const isProved = new Set<string>()
    const own = judged.get(slug)!
    for (const { repo, commit } of repositoriesOf(of)) {
      const folder = path.join(mirrors, repo.replace('/', '+'), 'repo')
      if (!existsSync(folder)) {
        missed.push(`${slug}: there is no ${folder}`)
        continue
      }
      sums.repositories++
      const { checked, named } = await checkAt(
        { folder, repo, commit, slug, related: relatedOf.get(slug) },
        known,
        listed,
      )
      for (const { slug: tool, proof } of checked.tools) if (proof) isProved.add(tool)
      flags.lines += named.length
      flags.named += named.filter(Boolean).length
      if (own['judged_suggested'] && repo === own['repo'])
        countSuggestions(halves[halfOf(slug)], slug, checked, of, own)
    }
    sums.listed += listed.length - wrong.length
    sums.proved += listed.filter((row) => isProved.has(row['tool']!) && !wrong.includes(row)).length
    sums.provedBefore += listed.filter((row) => row['verdict'] === 'found').length
    flags.wrong += wrong.length
    flags.flagged += wrong.filter((row) => !isProved.has(row['tool']!)).length
    missed.push(
      ...listed
        .filter((row) => !isProved.has(row['tool']!) && !wrong.includes(row))
        .map((row) => `${slug} ${row['tool']}: ${row['remark']}`),
    )
  }
  return { ...sums, ...flags, halves, missed }
}

/** The repositories of a listing, each at the commit of its rows. */
function repositoriesOf(rows: readonly Row[]): { repo: string; commit: string }[] {
  const found = new Map(
    rows.flatMap(({ repo = '', commit = '' }) =>
      repo === '' || commit === '' ? [] : [[repo, commit] as const],
    ),
  )
  return [...found].map(([repo, commit]) => ({ repo, commit }))
}

/** A listing held against one repository, and of each proof whether its line names the package. */
async function checkAt(
  {
    folder,
    repo,
    commit,
    slug,
    related,
  }: {
    folder: string
    repo: string
    commit: string
    slug: string
    related: readonly string[] | undefined
  },
  known: readonly KnownTool[],
  listed: readonly Row[],
): Promise<{ checked: CheckedListing; named: boolean[] }> {
  const hosts = known.flatMap((tool) => tool.hosts)
  const read = await readCheckout(folder, {
    repository: `https://github.com/${repo}`,
    commit,
    hosts,
  })
  const listing = { slug, tools: listed.map((row) => row['tool']!), related }
  const grep: Grep = (...asked) => grepCheckout(folder, read.commit, ...asked)
  const checked = await checkListing(known, listing, read, grep)
  const texts = new Map(read.files.map((file) => [file.path, file.text]))
  const named = checked.tools.flatMap(({ proof }) =>
    proof ? [namesPackage(texts.get(proof.path), proof)] : [],
  )
  return { checked, named }
}

/** Half A, on which rules were chosen, and half B, by a hash: decision 30. */
function halfOf(slug: string): 'A' | 'B' {
  const hash = createHash('sha256').update(`half ${slug}`).digest('hex')
  return Number.parseInt(hash.slice(0, 8), 16) % 2 === 1 ? 'A' : 'B'
}

/** Counts the suggestions that somebody has judged; of the others nobody knows. */
function countSuggestions(
  sums: Suggested,
  slug: string,
  { suggestions }: CheckedListing,
  rows: readonly Row[],
  judgement: Row,
) {
  const said = new Set(
    ['wrongly_suggested_integrates', 'wrongly_suggested_other'].flatMap((column) =>
      (judgement[column] ?? '').split(' ').filter(Boolean),
    ),
  )
  const offered = rows.filter(
    (row) => row['verdict'] === 'found-not-listed' && row['level'] === 'required',
  )
  const judgedTools = new Set([...offered.map((row) => row['tool']!), ...said])
  const isRight = (tool: string) => corrected[`${slug} ${tool}`]?.isRight ?? !said.has(tool)
  const right = new Set([...judgedTools].filter(isRight))
  const sure = suggestions.flatMap(({ proof, doubt }) => (doubt === undefined ? [proof.tool] : []))
  sums.suggested += sure.filter((tool) => judgedTools.has(tool)).length
  sums.right += sure.filter((tool) => right.has(tool)).length
  sums.rightOfAll += right.size
}

/** Whether the line that is given as a proof holds the name; a file that says it has a name alone. */
function namesPackage(text: string | undefined, { package: named, line }: Proof): boolean {
  if (named.startsWith('file:') && !named.includes('#')) return true
  const said = fold(text?.split('\n')[line - 1] ?? '')
  const name = named.startsWith('file:')
    ? named.replace(/^file:[^#]*#(?:.*[=.])?/, '')
    : decodeURIComponent(named.replace(/^(?:pkg:[a-z]+\/|host:)/, '').replace(/\?.*$/, ''))
  return said.includes(fold(name)) || said.includes(fold(name.split('/').at(-1)!))
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[-_.]+/g, '-')
}

function readTable(file: string): Row[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const names = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']))
  })
}
