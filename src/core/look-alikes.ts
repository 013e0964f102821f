import { domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import type { ProductStatus } from '#contract/enums.ts'
import { once } from './once.ts'
import { asLatin } from './confusable-letters.ts'
import { searchKey } from './search-key.ts'
import { typosBetween } from './typos.ts'

/** Reasons why two listings may be the same product, for editors; strongest first. */
export const similarities = {
  same_domain: 'the same domain',
  its_repository: 'one address is the repository of the other',
  parent_domain: 'one address is below the domain of the other',
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

type Similarity = keyof typeof similarities

interface Candidate {
  name: string
  /** The hostname; on code hosts with owner and repository. */
  domain: string
  slug: string
  description?: string
  /** Its repositories, written like a `domain`. */
  repositories?: readonly string[]
  created_at?: Date
  /** When its owner wrote or last revised its texts. */
  texts_since?: Date
}

interface Listed extends Candidate {
  status: ProductStatus
}

/** A listing that may be the same product. */
export type LookAlike = ReturnType<ReturnType<typeof lookAlikesAmong>>[number]

/** How far one is from the other: by name, then by domain, in typos. */
type Distance = readonly [name: number, domain: number]

/**
 * Returns a function that finds listings that may be the same product as a candidate, as hints for
 * editors. The nearest come first: a mail to an owner names the first one.
 */
export function lookAlikesAmong(listed: readonly Listed[]) {
  const shapes = listed.map((other) => ({ other, shape: shapeOf(other) }))
  return (candidate: Candidate) => {
    const one = shapeOf(candidate)
    return shapes
      .filter(({ other }) => other.slug !== candidate.slug)
      .flatMap(({ other: { slug, name, domain, status, created_at }, shape }) => {
        const because = reasons(one, shape)
        if (because.length === 0) return []
        const { texts_since: ours } = candidate
        const found = {
          /** Why the two may be the same product, strongest reason first. */
          because,
          plain: plainOf(one, shape),
          distance: distanceOf(one, shape, because),
          /** It waits, too, and was submitted after the texts of the candidate: it may be the copy. */
          isLater: status === 'pending' && !!ours && !!created_at && created_at > ours,
        }
        return [{ slug, name, domain, status, ...found }]
      })
      .sort((a, b) => compareDistance(a, b) || weight(a) - weight(b) || (a.slug < b.slug ? -1 : 1))
  }
}

/** The first of these look-alikes, and those that are as near: which one is meant, an editor says. */
export function nearest<T extends Near>(found: readonly T[]): T[] {
  return found.filter((each) => compareDistance(each, found[0]!) === 0)
}

type Near = { distance: Distance }
const compareDistance = ({ distance: a }: Near, { distance: b }: Near) => a[0] - b[0] || a[1] - b[1]

// The same domain, repository or description is nearer than any name.
const nearer: readonly Similarity[] = ['same_domain', 'its_repository', 'same_description']
function distanceOf(one: Shape, other: Shape, because: readonly Similarity[]): Distance {
  const name = because.some((each) => nearer.includes(each))
    ? 0
    : Math.min(
        typosBetween(one.nameCore, other.nameCore),
        typosBetween(one.nameReads, other.nameReads),
      )
  return [name, typosBetween(one.labelCore, other.labelCore)]
}

type Shape = ReturnType<typeof shapeOf>

// The normalised texts by which two listings are compared.
function shapeOf({ name, domain, description = '', repositories = [] }: Candidate) {
  const text = searchKey(description)
  const { site, label } = ownPart(domain)
  const labels = readingsOf(label)
  const names = readingsOf(name)
  return {
    domain,
    repositories,
    /** The registrable domain; undefined for listings on code hosts. */
    site,
    /** The part of the domain before its public suffix, or the name of the repository. */
    label: labels.key,
    labelReads: labels.reads,
    labelWords: labels.words,
    /**
     * `label` without words that any product may add, such as "app", also where they are attached:
     * "useacme" and "acmehq" become "acme".
     */
    labelCore: withoutAdded(labels.words).join('').replace(glued, ''),
    name: names.key,
    /** The name, with letters that look like Latin ones replaced by these. */
    nameReads: names.reads,
    nameCore: withoutAdded(names.words).join(''),
    description: text,
    /** All runs of five letters of the description. */
    runs: once(() => runsOf(text)),
  }
}

function readingsOf(text: string) {
  const latin = asLatin(text)
  const words = searchKey(latin, ' ').split(' ')
  const reads = words.join('')
  return { key: latin === text ? reads : searchKey(text), reads, words }
}

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

// Words that may be added to the name or domain of the same product, in front or at the end. At the
// other end they are part of a name: "Browser Use", "agent-browser".
const before = ['get', 'go', 'join', 'my', 'official', 'the', 'try', 'use', 'with']
const after =
  'agent agents ai api app apps bot cloud dev hq inc io lab labs ltd official online platform pro site software team tools web'.split(
    ' ',
  )
const glued = new RegExp(`^(?:${before.join('|')})(?=.{3})|(?<=.{3})(?:${after.join('|')})$`, 'u')

function withoutAdded(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !before.includes(word))
  const last = words.findLastIndex((word) => !after.includes(word))
  return first < 0 ? [] : words.slice(first, last + 1)
}

function reasons(one: Shape, other: Shape): Similarity[] {
  const isSameDomain = one.domain === other.domain
  const isSameSite = !isSameDomain && one.site !== undefined && one.site === other.site
  const holds: Record<Similarity, boolean> = {
    same_domain: isSameDomain,
    its_repository:
      !isSameDomain &&
      (one.repositories.includes(other.domain) || other.repositories.includes(one.domain)),
    parent_domain:
      isSameSite &&
      (one.domain.endsWith(`.${other.domain}`) || other.domain.endsWith(`.${one.domain}`)),
    confusable_letters:
      (one.name !== other.name && isSame(one.nameReads, other.nameReads)) ||
      (one.label !== other.label && isSame(one.labelReads, other.labelReads)),
    same_name: isSame(one.name, other.name),
    // Labels that consist of added words only, as in "agent.dev" and "agent.ai", are not compared.
    same_label:
      !isSameDomain && !isSameSite && one.labelCore !== '' && isSame(one.label, other.label),
    same_site: isSameSite,
    same_description: isText(one) && one.description === other.description,
    similar_description: isSimilarText(one, other),
    similar_name:
      one.nameReads !== other.nameReads &&
      (isSame(one.nameCore, other.nameCore) || isNear(one.nameCore, other.nameCore)),
    similar_label: isNear(one.labelCore, other.labelCore),
    label_within:
      one.labelReads !== other.labelReads &&
      (isSame(one.labelCore, other.labelCore) || holdsLabel(one, other) || holdsLabel(other, one)),
  }
  return order.filter((similarity) => holds[similarity])
}

// Which listing has the plain domain ("acme.com"), if the other one adds words to it, as copies of a
// product often do: "useacme.com", "acme-app.com".
function plainOf(one: Shape, other: Shape): 'this' | 'other' | null {
  const [isPlain, isOtherPlain] = [one, other].map(
    ({ labelReads, labelCore }) => labelReads === labelCore,
  )
  if (!isSame(one.labelCore, other.labelCore) || isPlain === isOtherPlain) return null
  return isPlain ? 'this' : 'other'
}

function isSame(one: string, other: string): boolean {
  return one !== '' && one === other
}

// Allows one typo from five letters on, two from twelve on. In shorter names one other letter makes
// another name: Agno and Argo. Another number does, too: "Agent 1" and "Agent 2".
function isNear(one: string, other: string): boolean {
  if (one.replaceAll(/\d+/g, '#') === other.replaceAll(/\d+/g, '#')) return false
  const length = Math.max(one.length, other.length)
  const typos = length < 5 ? 0 : length < 12 ? 1 : 2
  if (one === other || Math.abs(one.length - other.length) > typos) return false
  return typos > 0 && typosBetween(one, other) <= typos
}

// Whether a description is long enough to compare: short ones are often equal by chance.
function isText({ description }: Shape): boolean {
  return description.length >= 24
}

// Compares all runs of five letters instead of words: not every script separates words.
function isSimilarText(one: Shape, other: Shape): boolean {
  if (!isText(one) || !isText(other) || one.description === other.description) return false
  const [short, long] = [one.description.length, other.description.length].sort((a, b) => a - b)
  if (short! / long! < 0.6) return false
  const [runs, others] = [one.runs(), other.runs()]
  const shared = [...runs].filter((run) => others.has(run)).length
  return shared / (runs.size + others.size - shared) >= 0.6
}

function runsOf(text: string): Set<string> {
  const runs = new Set<string>()
  for (let at = 0; at + 5 <= text.length; at++) runs.add(text.slice(at, at + 5))
  return runs
}

// Whether one label contains another. Many words contain a short label by chance ("cline" in
// "decline", "helper" in "notehelper"): a label of fewer than eight letters must be a whole word, or
// begin the domain if it has five. The whole label is looked for: what is left of "agent-browser" is
// a word of many names.
function holdsLabel(
  { labelWords, labelReads, labelCore }: Shape,
  { labelReads: label }: Shape,
): boolean {
  if (label.length < 3) return false
  if (labelWords.length > 1 && labelWords.includes(label))
    return ![...before, ...after].includes(label)
  if (label.length < 5) return false
  return label.length < 8
    ? labelReads.startsWith(label) || labelCore.startsWith(label)
    : labelReads.includes(label)
}

// Safe cast: the keys of `similarities`, which Object.keys types as string.
const order = Object.keys(similarities) as Similarity[]

function weight({ because }: { because: readonly Similarity[] }): number {
  return order.indexOf(because[0]!)
}
