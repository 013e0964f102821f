import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadContent } from '../../src/content-files/load.ts'
import { type CheckedListing, checkListing } from '../../src/proof/check-listing.ts'
import type { Proof } from '../../src/proof/prove.ts'
import { grepCheckout, readCheckout } from '../editor/read-checkout.ts'

type Row = Record<string, string>

/**
 * Holds listings against their repositories at the commits of a judged trial, and prints what of it
 * comes out: listed tools that are proved, wrong facts that are flagged, suggestions that a person
 * took for right. `data` is the folder of the judged rows, `mirrors` that of bare repositories, named
 * `<owner>+<name>/repo`.
 */
export async function proofTrial({ data, mirrors }: { data: string; mirrors: string }) {
  const rows = readTable(path.join(data, 'listing-proofs.tsv'))
  const judged = new Map(
    readTable(path.join(data, 'proof-trial.tsv')).map((row) => [row['listing']!, row]),
  )
  const { tools } = await loadContent(path.resolve(import.meta.dirname, '../..'))
  const known = tools.map(({ slug, value }) => ({ slug, ...value }))
  const hosts = known.flatMap((tool) => tool.hosts)
  const sums = {
    repositories: 0,
    listed: 0,
    proved: 0,
    provedBefore: 0,
    wrong: 0,
    flagged: 0,
    suggested: 0,
    right: 0,
    rightOfAll: 0,
    lines: 0,
    named: 0,
  }
  const missed: string[] = []
  for (const [slug, of] of Map.groupBy(rows, (row) => row['listing']!)) {
    const { repo = '', commit } = of.find((row) => row['repo'] && row['commit']) ?? {}
    const folder = path.join(mirrors, repo.replace('/', '+'), 'repo')
    if (!existsSync(folder)) {
      missed.push(`${slug}: there is no ${folder}`)
      continue
    }
    const repository = `https://github.com/${repo}`
    const read = await readCheckout(folder, { repository, commit, hosts })
    const listed = of.filter((row) => row['verdict'] !== 'found-not-listed')
    const listing = { slug, tools: listed.map((row) => row['tool']!) }
    const grep = (pattern: string) => grepCheckout(folder, read.commit, pattern)
    const checked = await checkListing(known, listing, read, grep)
    const isProved = new Set(
      checked.tools.flatMap(({ slug: tool, proof }) => (proof ? [tool] : [])),
    )
    const wrong = listed.filter((row) => row['remark']?.startsWith('LISTING WRONG'))
    sums.repositories++
    sums.listed += listed.length - wrong.length
    sums.proved += listed.filter((row) => isProved.has(row['tool']!) && !wrong.includes(row)).length
    sums.provedBefore += listed.filter((row) => row['verdict'] === 'found').length
    sums.wrong += wrong.length
    sums.flagged += wrong.filter((row) => !isProved.has(row['tool']!)).length
    missed.push(
      ...listed
        .filter((row) => !isProved.has(row['tool']!) && !wrong.includes(row))
        .map((row) => `${slug} ${row['tool']}: ${row['remark']}`),
    )
    const texts = new Map(read.files.map((file) => [file.path, file.text]))
    const lines = checked.tools.flatMap(({ proof }) => (proof ? [proof] : []))
    const named = lines.filter((proof) => namesPackage(texts.get(proof.path), proof))
    sums.lines += lines.length
    sums.named += named.length
    const judgement = judged.get(slug)
    if (judgement?.['judged_suggested']) countSuggestions(sums, checked, of, judgement)
  }
  return { ...sums, missed }
}

/** Counts the suggestions that somebody has judged; of the others nobody knows. */
function countSuggestions(
  sums: { suggested: number; right: number; rightOfAll: number },
  { suggestions }: CheckedListing,
  rows: readonly Row[],
  judgement: Row,
) {
  const wrong = new Set(
    ['wrongly_suggested_integrates', 'wrongly_suggested_other'].flatMap((column) =>
      (judgement[column] ?? '').split(' ').filter(Boolean),
    ),
  )
  const offered = rows.filter(
    (row) => row['verdict'] === 'found-not-listed' && row['level'] === 'required',
  )
  const right = new Set(offered.map((row) => row['tool']!).filter((tool) => !wrong.has(tool)))
  const sure = suggestions.flatMap(({ proof, doubt }) => (doubt === undefined ? [proof.tool] : []))
  sums.suggested += sure.filter((tool) => right.has(tool) || wrong.has(tool)).length
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
