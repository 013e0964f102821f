import type { Content } from '#content-files/load.ts'
import type { Trx } from '#db/connection/connect.ts'
import type { ListingFile } from '#content-files/schemas.ts'
import { qualificationCompanions } from '#contract/operations/submit-product.ts'
import { domainName } from '#core/domain-name.ts'
import { recordAction } from '#db/queries/audit.ts'
import { insertChange, markChanged, takeChangeTimestamp } from '#db/queries/changelog.ts'
import {
  type CuratedRow,
  insertListing,
  findCurated,
  listCurated,
  listTaken,
  listToolFiles,
  lockListings,
} from '#db/queries/content.ts'
import { replaceLists, setListing } from '#db/queries/decisions.ts'
import { findPublished } from '#db/queries/weekly-issues.ts'
import { decideIn } from './decide.ts'
import { type EditableName, editableFields, isReliedOn } from './editable-fields.ts'
import { founderProfileSlug, publishListing } from './publish-listing.ts'
import { stableJson } from './stable-json.ts'
import { syncIssue } from './sync-issues.ts'
import { takeOut } from './withdraw.ts'

export interface SyncedListings {
  published: number
  corrected: number
  withdrawn: number
  /** Files that were skipped, because another listing has their slug or domain. */
  left: string[]
}

/** A file of content/listings, with the domain of its URL. */
interface Filed {
  slug: string
  file: string
  value: ListingFile
  domain: string
  registrable_domain: string
  /** The fields whose value the owner changed, see `withOwnersValues`. */
  file_values: Record<string, unknown>
}

type ToolIds = ReadonlyMap<string, string>
const byContent = (slug: string) => ({ slug, actor: 'content', who: 'content' as const })

/**
 * Publishes, corrects, withdraws or restores curated listings, so that they equal their files, and
 * publishes weekly issues among them.
 */
export async function syncListings(
  trx: Trx,
  { listings, weekly, codeHosts }: Pick<Content, 'listings' | 'weekly' | 'codeHosts'>,
): Promise<SyncedListings> {
  const rows = new Map((await listCurated(trx)).map((row) => [row.slug, row]))
  const files = listings.map((listing) => {
    const file = filed(listing, codeHosts)
    const row = rows.get(listing.slug)
    return row ? withOwnersValues(file, row) : file
  })
  const listed = new Set(files.map(({ slug }) => slug))
  const gone = [...rows.values()].filter(
    ({ slug, status }) => status === 'approved' && !listed.has(slug),
  )
  const followed = files.flatMap((file) => {
    const row = rows.get(file.slug)
    const made = row ? differences(row, file) : []
    const isAway = row?.status === 'withdrawn'
    const isOther = row?.status === 'approved' && made.length > 0
    return row && (isAway || isOther) ? [{ row, file, made }] : []
  })
  // Listings are locked before the changelog, as in every decision, to avoid deadlocks.
  await lockListings(trx, [
    ...[...gone, ...followed.map(({ row }) => row)].map(({ id }) => id),
    ...(await findPublished(
      trx,
      weekly.flatMap(({ products }) => products),
    )),
  ])

  const names = { slugs: [...listed], domains: files.map(({ domain }) => domain) }
  const taken = await listTaken(trx, names)
  const slugs = new Set(taken.map(({ slug }) => slug))
  const domains = new Map(
    taken.flatMap(({ slug, domain, status }) =>
      status === 'pending' || status === 'approved' ? [[domain, slug]] : [],
    ),
  )
  const tools: ToolIds = new Map((await listToolFiles(trx)).map(({ id, slug }) => [slug, id]))

  for (const { slug, domain } of gone) {
    await withdraw(trx, slug)
    domains.delete(domain)
  }
  const left: string[] = []
  const corrected = await correctAll(trx, followed, { tools, domains, left })
  let published = 0
  const publishListed = async (file: Filed) => {
    if (slugs.has(file.slug) || domains.has(file.domain)) {
      left.push(file.file)
      return
    }
    domains.set(file.domain, file.slug)
    await publish(trx, file, tools)
    published++
  }
  // In order of publication, which is the timestamp in the changelog: these must increase.
  const items = [
    ...files
      .filter(({ slug }) => !rows.has(slug))
      .map((file) => ({ at: file.value.approved_at, put: () => publishListed(file) })),
    ...weekly.map((issue) => ({ at: issue.published_at, put: () => syncIssue(trx, issue) })),
  ]
  for (const { put } of items.toSorted((a, b) => (a.at < b.at ? -1 : 1))) await put()
  return { published, corrected, withdrawn: gone.length, left }
}

function filed(
  { slug, file, value }: Content['listings'][number],
  codeHosts: Content['codeHosts'],
): Filed {
  const name = domainName(value.url, codeHosts)
  if (!name.ok) throw new Error(`${file}: url: ${name.reason}`)
  const { domain, registrable } = name
  return { slug, file, value, domain, registrable_domain: registrable, file_values: {} }
}

/** The columns and lists that a file sets. `approved_at` counts only for the first publication. */
function wanted({ value, domain, registrable_domain }: Filed) {
  const {
    source,
    left_out: _l,
    left_out_facts: _f,
    claim_digest: _d,
    approved_at: _a,
    ...set
  } = value
  const reading = source && {
    by: source.read_by,
    at: source.read_at,
    repository: source.repository,
    commit: source.commit,
    committed_on: source.committed_on,
  }
  const stack_basis = value.stack_basis ?? (source ? 'own_code' : 'documentation')
  return { ...set, stack_basis, reading, domain, registrable_domain }
}

/** The columns as the driver takes them: a list in a JSON column as text. */
function stored(file: Filed) {
  const { tools: _t, compatibility: _c, evidence: _e, facts, ...columns } = wanted(file)
  return { ...columns, facts: JSON.stringify(facts) }
}

/**
 * The file with the values that its owner changed, as long as the file has the value that it had
 * when the change was accepted.
 */
function withOwnersValues(file: Filed, row: CuratedRow): Filed {
  const written = wanted(file)
  const isAsThen = (field: string) =>
    stableJson(written[field as keyof typeof written]) === stableJson(row.file_values[field])
  const held = Object.keys(row.file_values).filter((field) => groupOf(field).every(isAsThen))
  if (held.length === 0) return file
  // `as`: every field is a column, or a list that `listCurated` adds.
  const owners = Object.fromEntries(held.map((field) => [field, row[field as keyof CuratedRow]]))
  const { domain = file.domain, registrable_domain = file.registrable_domain, ...values } = owners
  return {
    ...file,
    value: { ...file.value, ...values } as ListingFile,
    domain: domain as string,
    registrable_domain: registrable_domain as string,
    file_values: Object.fromEntries(held.map((field) => [field, row.file_values[field]])),
  }
}

/**
 * Keeps what the file of a curated listing says about the columns that an accepted change of its
 * owner has altered, so that the next sync leaves them. `before` is the listing before the change.
 */
export async function keepFileValues(trx: Trx, before: CuratedRow): Promise<void> {
  const after = await findCurated(trx, before.id)
  const isChanged = (field: string) =>
    stableJson(before[field as keyof CuratedRow]) !== stableJson(after[field as keyof CuratedRow])
  const changed = Object.keys(before).filter(
    (field) => !ownColumns.has(field) && groupOf(field).some(isChanged),
  )
  // `as`: the names are those of `before`.
  const values = changed.map((field) => [field, before[field as keyof CuratedRow]])
  const file_values = { ...Object.fromEntries(values), ...before.file_values }
  await setListing(trx, before.id, { file_values: JSON.stringify(file_values) })
}

/** Columns that make sense together alone: the file has all of them, or none. */
const groups: readonly (readonly string[])[] = [
  ['url', 'domain', 'registrable_domain'],
  [
    'qualification_type',
    ...qualificationCompanions,
    'claim_review_status',
    'claim_reviewed_at',
    'claim_review_notes',
    'claim_verified_by',
    'claim_evidence_summary',
  ],
]
const groupOf = (field: string) => groups.find((group) => group.includes(field)) ?? [field]

/** Columns that no file sets. */
const ownColumns = new Set(['corrected_at', 'changed_at', 'file_values', 'founder_profile_slug'])

function differences(row: CuratedRow, file: Filed) {
  return Object.entries(wanted(file)).flatMap(([field, to]) => {
    // `as`: every key is a column, or a list that `listCurated` adds.
    const from = row[field as keyof CuratedRow]
    return stableJson(from) === stableJson(to) ? [] : [{ field, from, to }]
  })
}

async function withdraw(trx: Trx, slug: string) {
  const reason = `content/listings/${slug}.yaml was removed.`
  await decideIn(trx, 'withdraw', byContent(slug), async (_, listing) => {
    await takeOut(trx, listing, reason)
    return { detail: { reason } }
  })
}

interface Followed {
  row: CuratedRow
  file: Filed
  made: ReturnType<typeof differences>
}

/** Corrects listings in several passes: one may need a domain that another one gives up. */
async function correctAll(
  trx: Trx,
  followed: Followed[],
  at: { tools: ToolIds; domains: Map<string, string>; left: string[] },
): Promise<number> {
  const { tools, domains, left } = at
  const done: Followed[] = []
  let waiting = followed
  for (let moved = true; moved;) {
    const blocked: Followed[] = []
    for (const each of waiting) {
      const { row, file } = each
      const holder = domains.get(file.domain)
      if (holder !== undefined && holder !== row.slug) {
        blocked.push(each)
        continue
      }
      if (domains.get(row.domain) === row.slug) domains.delete(row.domain)
      domains.set(file.domain, row.slug)
      await correct(trx, each, tools)
      done.push(each)
    }
    moved = blocked.length < waiting.length
    waiting = blocked
  }
  left.push(...waiting.map(({ file }) => file.file))
  const changed = done.filter(({ row }) => row.status === 'approved').map(({ row }) => row.id)
  if (changed.length > 0) await markChanged(trx, changed)
  return done.length
}

async function correct(trx: Trx, { row, file, made }: Followed, tools: ToolIds) {
  const isListed = row.status === 'approved'
  const moment = await takeChangeTimestamp(trx)
  await setListing(trx, row.id, {
    ...stored(file),
    file_values: JSON.stringify(file.file_values),
    ...(isListed ? { founder_profile_slug: founderProfileSlug(file.value.founder_name) } : {}),
    ...(isListed && made.some(({ field }) => isShown(field)) ? { corrected_at: moment } : {}),
  })
  await replaceLists(trx, row.id, listsOf(file, tools))
  if (made.length > 0) {
    const detail = { changes: made }
    await recordAction(trx, { actor: 'content', action: 'edit', product_id: row.id, detail })
  }
  if (!isListed) {
    await decideIn(trx, 'restore', byContent(row.slug), async (_, listing) => {
      await publishListing(trx, listing)
      return { detail: { from: listing.status, to: 'approved' } }
    })
    return
  }
  const { claim_review_status, claim_reviewed_at } = file.value
  if (claim_review_status === row.claim_review_status) return
  if (claim_review_status === null || claim_reviewed_at === null) return
  await insertChange(trx, moment, {
    type: 'claim_review_updated',
    product_id: row.id,
    claim_review_status,
    claim_reviewed_at: new Date(claim_reviewed_at),
  })
}

function isShown(field: string): boolean {
  if (['tools', 'claim_review_status', 'lifecycle'].includes(field)) return true
  return Object.hasOwn(editableFields, field) && isReliedOn(field as EditableName)
}

async function publish(trx: Trx, file: Filed, tools: ToolIds) {
  const { slug, value } = file
  const id = await insertListing(trx, {
    ...stored(file),
    slug,
    source_kind: 'curated',
    status: 'pending',
    created_at: new Date(value.approved_at),
  })
  await replaceLists(trx, id, listsOf(file, tools))
  await decideIn(trx, 'approve', byContent(slug), async (_, listing) => {
    await publishListing(trx, listing, value.approved_at)
    return {}
  })
}

/** The lists of a file. `loadContent` has checked that its tools exist. */
function listsOf({ value }: Filed, tools: ToolIds) {
  const idOf = (tool: string) => tools.get(tool)!
  return {
    tool_ids: value.tools.map(idOf),
    compatibility: value.compatibility.map(({ tool, ...shown }) => ({
      ...shown,
      tool_id: idOf(tool),
    })),
    evidence: value.evidence,
  }
}
