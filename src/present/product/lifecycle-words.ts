import type { Lifecycle } from '#contract/resources/lifecycle.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Faced } from '#present/face.ts'
import { day, words } from '#present/words.ts'

/** What a state means for people who want to use the product. */
const meanings = {
  unmaintained: 'its makers do not develop it further',
  archived: 'its repository is read-only',
  sunset: 'it was shut down',
} as const

/** The state of a product: one that nobody calls ended is archived if its repository is. */
export function knownState(
  { state }: Pick<Lifecycle, 'state'>,
  proof: { archived: boolean | null } | null,
): Lifecycle['state'] {
  return state === 'active' && proof?.archived ? 'archived' : state
}

/** The name of what follows a product and, if it stands behind it, its address. */
export function successorOf({ successor }: Pick<Lifecycle, 'successor'>) {
  const [, name, href] = /^(.+?)(?:: (https:\/\/\S+))?$/.exec(successor ?? '') ?? []
  return name === undefined ? undefined : { name, ...(href && { href }) }
}

/** A sentence on the lifecycle of a product, for the beginning of its page; undefined if it is active. */
export function lifecycleSentence(lifecycle: Lifecycle): string | undefined {
  const { state, since } = lifecycle
  if (state === 'active') return undefined
  const from = since === null ? '' : ` since ${day(since)}`
  const successor = successorOf(lifecycle)
  const next = successor ? ` Its successor: ${successor.name}.` : ''
  return `${words.lifecycle[state]}${from}: ${meanings[state]}.${next}`
}

/** What tells whether a product is worked on. */
export type Living = Pick<ProductDetail, 'lifecycle' | 'proof' | 'activity'>

/** A sentence on why nobody works on a product, as far as is known; undefined if it is worked on. */
export function endSentence({ lifecycle, proof, activity }: Living): string | undefined {
  const state = knownState(lifecycle, proof)
  if (state !== 'active') return lifecycleSentence({ ...lifecycle, state })
  if (activity?.state !== 'dormant') return undefined
  return `${words.activity.dormant}: last commit seen on ${day(activity.last_commit)}.`
}

/** Whether nobody works on a product, as far as is known. */
export const isIdle = (product: Living) => endSentence(product) !== undefined

/** Whether a product can be used no more, so that its page turns grey. */
export const isEnded = ({ lifecycle }: { lifecycle: Pick<Lifecycle, 'state'> }) =>
  lifecycle.state === 'sunset'

/** A product as its face is drawn on its page: grey once it has ended. */
export const asFaced = <T extends Faced & { lifecycle: Pick<Lifecycle, 'state'> }>(product: T) =>
  isEnded(product) ? { ...product, topics: [] } : product
