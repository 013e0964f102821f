import { parse } from 'tldts'
import type { Addresses } from '#core/addresses.ts'
import { type LookAlike, lookAlikesAmong, nearest, similarities } from '#core/look-alikes.ts'
import { type Suspicion, suspicions } from '#core/suspicious-text.ts'
import type { Db } from '#db/connection/connect.ts'
import { type ListingForReview, listForLikeness, ownersTexts } from '#db/queries/review-queue.ts'
import { age, onOneLine } from '#authoring/terminal-text.ts'

/**
 * The kinds of findings that speak against an approval. Each has the mark of its row in the queue; a
 * hint is shown, and does not stop an approval.
 */
export const flagKinds = {
  bidirectional: { mark: '>' },
  invisible: { mark: '>' },
  escape_rest: { mark: '>' },
  mixed_scripts: { mark: '!' },
  field_imitation: { mark: '>' },
  model_instruction: { mark: '>' },
  editor_voice: { mark: '>' },
  command_to_reader: { mark: '>', isHint: true },
  url_in_name: { mark: '!' },
  official_name: { mark: '!' },
  official_claim: { mark: '$' },
  asks_for_secrets: { mark: '$' },
  contact_advertising: { mark: '$' },
  advertising: { mark: '$' },
  no_product_yet: { mark: '$' },
  about_rivals: { mark: '$' },
  look_alike: { mark: '=' },
  near_domain: { mark: '=', isHint: true },
  later_look_alike: { mark: null, isHint: true },
  long_word: { mark: null, isHint: true },
  email_elsewhere: { mark: null, isHint: true },
} as const satisfies Record<
  Suspicion['kind'] | 'look_alike' | 'near_domain' | 'later_look_alike' | 'email_elsewhere',
  { mark: string | null; isHint?: true }
>

export type FlagKind = keyof typeof flagKinds

/** A finding of a closed kind, with the field or the other listing that it is about. */
export interface Flag {
  kind: FlagKind
  sentence: string
  field?: string
  slug?: string
}

/** Whether an editor must say that the listing is approved in spite of this finding. */
export function stops({ kind }: Flag): boolean {
  return !('isHint' in flagKinds[kind])
}

/** The texts of a listing that its owner wrote. */
export type OwnersTexts = Pick<ListingForReview, (typeof ownersTexts)[number] | 'custom_tools'>

/** The findings on the owner's texts, in the order of the fields. */
export function textFlags(texts: OwnersTexts): Flag[] {
  return [...ownersTexts, 'custom_tools' as const].flatMap((name) => {
    const field = name === 'custom_tools' || name === 'agent_tools_used' ? 'tools' : name
    return [texts[name] ?? []]
      .flat()
      .flatMap((text) => suspicions(field, text).map((found) => ({ ...found, field })))
  })
}

// A repository on a code host has no domain of its own, so any address fits.
function emailFlags({ submitter_email, domain }: ListingForReview): Flag[] {
  if (submitter_email === null || domain.includes('/')) return []
  const host = submitter_email.slice(submitter_email.lastIndexOf('@') + 1).toLowerCase()
  const site = (name: string) => parse(name, { allowPrivateDomains: true }).domain ?? name
  if (site(host) === site(domain)) return []
  const sentence = `The address of its submitter is at ${onOneLine(host)}, and not at ${domain}.`
  return [{ kind: 'email_elsewhere', field: 'email', sentence }]
}

/** Similarities of domains alone, which many honest products have. */
const weak: LookAlike['because'] = ['same_site', 'similar_label', 'label_within']

/** The kind of finding that a similar listing is. Of two that wait, the later one may be the copy. */
export function similarityKind({ because, isLater }: LookAlike): FlagKind {
  if (isLater) return 'later_look_alike'
  return because.every((one) => weak.includes(one)) ? 'near_domain' : 'look_alike'
}

/** The most look-alikes that are shown. */
const mostLookAlikes = 8

/** All findings on a listing: on its texts, its address, and other listings that look like it. */
export async function findFlags(db: Db, listing: ListingForReview): Promise<Flag[]> {
  const listed = await listForLikeness(db, listing.slug)
  const found = lookAlikesAmong(listed)(listing).slice(0, mostLookAlikes)
  const similar = found.map((found): Flag => {
    const { slug, name, domain, because, plain } = found
    const other = listed.find((one) => one.slug === slug)!
    const whose = plain === null ? '' : `; ${plainText[plain]}`
    const why = because.map((one) => similarities[one]).join(', ')
    const sentence = `${slug}  ${onOneLine(name)} (${onOneLine(domain)}), ${whenText(listing.created_at, other)}${whose}: ${why}`
    return { kind: similarityKind(found), slug, sentence }
  })
  return [...textFlags(listing), ...emailFlags(listing), ...similar]
}

const plainText = {
  this: 'this one has the plain domain',
  other: 'that one has the plain domain',
} as const

type Listed = Awaited<ReturnType<typeof listForLikeness>>[number]

/** Describes which of two similar listings is older: the newer one may be the copy. */
function whenText(ours: Date, { created_at: theirs, approved_at }: Listed): string {
  const isEarlier = theirs < ours
  const between = isEarlier ? age(theirs, ours) : age(ours, theirs)
  const submitted = `submitted ${between} ${isEarlier ? 'earlier' : 'later'}`
  if (approved_at === null) return `pending, ${submitted}`
  const since = `listed since ${new Date(approved_at).toISOString().slice(0, 10)}`
  return isEarlier ? since : `${since}, ${submitted}`
}

/** A public listing that a mail may name. */
export interface NamedLookAlike {
  slug: string
  /** Its name and URL. */
  text: string
  /** More than a weak look-alike, and none is nearer. Several may be equally near. */
  isNearest: boolean
}

/**
 * The public listings that look like this one, the nearest first. Pending listings are left out,
 * because this text is mailed: only their owners and the editors may know of them.
 */
export async function findLookAlikes(db: Db, listing: ListingForReview, to: Addresses) {
  const lookAlikes = lookAlikesAmong(await listForLikeness(db, listing.slug))(listing)
  const found = lookAlikes.filter(({ status }) => status === 'approved')
  const first = nearest(found)
  return found.slice(0, mostLookAlikes).map((one): NamedLookAlike => ({
    slug: one.slug,
    text: `${onOneLine(one.name)} (${to.listing(one.slug)})`,
    isNearest: first.includes(one) && similarityKind(one) === 'look_alike',
  }))
}

/** The findings as lines, each with its kind. */
export function flagLines(flags: readonly Flag[]): string[] {
  return flags.map(({ kind, sentence }) => `  ${kind}: ${onOneLine(sentence)}`)
}
