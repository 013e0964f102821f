import { domainToUnicode } from 'node:url'
import { distance } from 'fastest-levenshtein'
import { parse } from 'tldts'
import type { ProductStatus } from '#contract/enums.ts'
import { asLatin } from './confusable-letters.ts'
import { searchKey } from './search-key.ts'

/** Why two listings may be the same product, in words for an editor; the weightiest first. */
export const likenesses = {
  same_domain: 'the same domain',
  confusable_letters: 'the same name or domain in letters that look alike',
  same_name: 'the same name',
  same_description: 'its description is the same',
  similar_description: 'its description is nearly the same',
  same_label: 'the same domain under another ending',
  same_site: 'another host of the same domain',
  similar_name: 'a similar name',
  similar_label: 'a similar domain',
  label_within: 'one domain holds the name of the other',
} as const satisfies Record<string, string>

type Likeness = keyof typeof likenesses

interface Candidate {
  name: string
  /** What it is filed under: a host, on code hosts with owner and repository. */
  domain: string
  slug: string
  description?: string
}

interface Listed extends Candidate {
  status: ProductStatus
}

export interface LookAlike extends Listed {
  /** Every reason, the weightiest first. */
  because: Likeness[]
  /** Which of the two has the name alone as its domain, where the other has added to it. */
  plain: 'this' | 'other' | null
}

/**
 * Those among `listed` that may be the same product as the candidate, or may pass for it. They are
 * hints: an editor looks and decides.
 */
export function lookAlikes(candidate: Candidate, listed: readonly Listed[]): LookAlike[] {
  const one = shapeOf(candidate)
  return listed
    .filter(({ slug }) => slug !== candidate.slug)
    .flatMap((other): LookAlike[] => {
      const shape = shapeOf(other)
      const because = reasons(one, shape)
      const { slug, name, domain, status } = other
      const plain = plainOf(one, shape)
      return because.length > 0 ? [{ slug, name, domain, status, because, plain }] : []
    })
    .sort((a, b) => weight(a) - weight(b) || (a.slug < b.slug ? -1 : 1))
}

// What is compared of a listing.
interface Shape {
  domain: string
  /** The registrable domain; undefined on code hosts, which are nobody's own. */
  site: string | undefined
  /** The part of the domain that somebody chose. */
  label: string
  labelReads: string
  labelWords: string[]
  /** Without the words that any product may add. */
  labelOwn: string
  /** And without what is glued to it: "useacme" and "acmehq" are "acme". */
  labelCore: string
  name: string
  /** As it reads to somebody who takes letters that look Latin for Latin. */
  nameReads: string
  nameCore: string
  description: string
}

function shapeOf({ name, domain, description = '' }: Candidate): Shape {
  const { site, label } = ownPart(domain)
  const labels = readingsOf(label)
  const names = readingsOf(name)
  const labelOwn = withoutAdded(labels.words).join('')
  return {
    domain,
    site,
    label: labels.key,
    labelReads: labels.reads,
    labelWords: labels.words,
    labelOwn,
    labelCore: labelOwn.replace(glued, ''),
    name: names.key,
    nameReads: names.reads,
    nameCore: withoutAdded(names.words).join(''),
    description: searchKey(description),
  }
}

function readingsOf(text: string): { key: string; reads: string; words: string[] } {
  const latin = asLatin(text)
  const words = searchKey(latin, ' ').split(' ')
  const reads = words.join('')
  return { key: latin === text ? reads : searchKey(text), reads, words }
}

// The label before the public suffix. On code hosts the repository: the host says nothing of the
// product.
function ownPart(domain: string): { site: string | undefined; label: string } {
  if (domain.includes('/')) return { site: undefined, label: domain.split('/').at(-1)! }
  const { domain: site, domainWithoutSuffix } = parse(domain, {
    allowPrivateDomains: true,
    validateHostname: false,
    extractHostname: false,
  })
  const label = domainWithoutSuffix ?? domain
  return {
    site: site ?? undefined,
    label: label.startsWith('xn--') ? domainToUnicode(label) : label,
  }
}

// Words that a product adds to its name or domain and is the same product.
const before = ['get', 'go', 'join', 'my', 'the', 'try', 'use', 'with']
const after =
  'agent agents ai api app apps bot cloud dev hq inc io lab labs ltd official online platform pro site software team tools web'.split(
    ' ',
  )
const added = new Set([...before, ...after])
const glued = new RegExp(`^(?:${before.join('|')})(?=.{3})|(?<=.{3})(?:${after.join('|')})$`, 'u')

function withoutAdded(words: readonly string[]): string[] {
  return words.filter((word) => !added.has(word))
}

function reasons(one: Shape, other: Shape): Likeness[] {
  const isSameDomain = one.domain === other.domain
  const isSameSite = !isSameDomain && one.site !== undefined && one.site === other.site
  const holds: Record<Likeness, boolean> = {
    same_domain: isSameDomain,
    confusable_letters:
      (one.name !== other.name && isSame(one.nameReads, other.nameReads)) ||
      (one.label !== other.label && isSame(one.labelReads, other.labelReads)),
    same_name: isSame(one.name, other.name),
    // Of "agent.dev" and "agent.ai" nobody is the other.
    same_label:
      !isSameDomain && !isSameSite && one.labelCore !== '' && isSame(one.label, other.label),
    same_site: isSameSite,
    same_description: isText(one) && one.description === other.description,
    similar_description: isNearlySaid(one, other),
    similar_name:
      one.nameReads !== other.nameReads &&
      (isSame(one.nameCore, other.nameCore) || isNear(one.nameCore, other.nameCore)),
    similar_label: isNear(one.labelCore, other.labelCore),
    label_within:
      one.labelReads !== other.labelReads &&
      (isSame(one.labelCore, other.labelCore) || holdsLabel(one, other) || holdsLabel(other, one)),
  }
  return order.filter((likeness) => holds[likeness])
}

// Who copies a product takes the domain that is left: "useacme", "acme-app".
function plainOf(one: Shape, other: Shape): LookAlike['plain'] {
  const [isPlain, isOtherPlain] = [one, other].map(
    ({ labelReads, labelCore }) => labelReads === labelCore,
  )
  if (!isSame(one.labelCore, other.labelCore) || isPlain === isOtherPlain) return null
  return isPlain ? 'this' : 'other'
}

function isSame(one: string, other: string): boolean {
  return one !== '' && one === other
}

/**
 * One slip in a name of five letters, two from twelve on. In a shorter name each letter makes
 * another word: Agno and Argo, Dify and Difx are no slips of each other.
 */
function isNear(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length)
  const slips = length < 5 ? 0 : length < 12 ? 1 : 2
  if (one === other || Math.abs(one.length - other.length) > slips) return false
  return slips > 0 && (distance(one, other) <= slips || isSwapped(one, other))
}

// Two words are said of many things by chance.
function isText({ description }: Shape): boolean {
  return description.length >= 24
}

/**
 * Whether most of what one text says stands in the other, also when words were put before, between
 * or behind. By runs of letters and not by words, which not every script parts.
 */
function isNearlySaid(one: Shape, other: Shape): boolean {
  if (!isText(one) || !isText(other) || one.description === other.description) return false
  const [short, long] = [one.description.length, other.description.length].sort((a, b) => a - b)
  if (short! / long! < 0.6) return false
  const [runs, others] = [runsOf(one.description), runsOf(other.description)]
  const shared = [...runs].filter((run) => others.has(run)).length
  return shared / (runs.size + others.size - shared) >= 0.6
}

function runsOf(text: string): Set<string> {
  const runs = new Set<string>()
  for (let at = 0; at + 5 <= text.length; at++) runs.add(text.slice(at, at + 5))
  return runs
}

// Two neighbours that changed places are one slip of a hand, and two for Levenshtein.
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const at = [...one].findIndex((_, index) => one[index] !== other[index])
  const swapped = `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at]}${one.slice(at + 2)}`
  return swapped === other
}

// A short label stands in many words by chance ("cline" in "decline"), so it must be a word of its
// own, or begin the domain.
function holdsLabel({ labelWords, labelReads }: Shape, { labelOwn: label }: Shape): boolean {
  if (label.length < 3) return false
  if (labelWords.length > 1 && labelWords.includes(label)) return true
  return label.length < 6
    ? label.length === 5 && labelReads.startsWith(label)
    : labelReads.includes(label)
}

// Object.keys knows strings only; the table is closed.
const order = Object.keys(likenesses) as Likeness[]

function weight({ because }: LookAlike): number {
  return order.indexOf(because[0]!)
}
