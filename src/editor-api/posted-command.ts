// The command that a form of the desk's pages stands for. The pages decide nothing themselves: each
// form runs a command, with its checks, its question and its refusals.
import { reasonFrom } from '#desk/reasons.ts'
import { findLookAlikes } from '#desk/flags.ts'
import { remoteCommands } from '#desk/remote-commands.ts'
import type { Explained } from '#desk/reasons.ts'
import type { Session } from '#desk/session.ts'
import type { RunRequest } from '#desk/wire.ts'
import { type ListingForReview, findForReview } from '#db/queries/review-queue.ts'
import { type EditableName, editableFields } from '#editorial/editable-fields.ts'

/** Which reasons of content/review-reasons.yaml a command may give, and the option that takes them. */
const reasonsOf = {
  reject: { of: 'reject', option: 'reason' },
  revise: { of: 'revise', option: 'notes' },
  withdraw: { of: 'withdraw', option: 'reason' },
  decline: { of: 'decline', option: 'reason' },
  claim: { of: 'claim', option: 'notes' },
  approve: { of: 'claim', option: 'notes' },
  accept: { of: 'claim', option: 'notes' },
} as const satisfies Record<string, { of: Explained | 'claim'; option: 'reason' | 'notes' }>

/** Options whose value is that of the field of the same name. */
const plain = ['seen', 'note', 'notes', 'claim', 'evidence'] as const
/** Options whose value is a list, of check boxes. */
const lists = ['topics', 'fields'] as const

/** The command of a form, or why it stands for none. */
export async function postedCommand(
  session: Pick<Session, 'backend' | 'reasons' | 'to'>,
  typed: URLSearchParams,
  slug: string | undefined,
): Promise<RunRequest | { problem: string }> {
  const command = typed.get('command') ?? ''
  const known = Object.hasOwn(remoteCommands, command)
    ? remoteCommands[command as keyof typeof remoteCommands]
    : undefined
  const takes = (name: string) => known?.options.some((option) => option === name) ?? false
  const values: RunRequest['values'] = {}
  for (const name of plain) if (takes(name) && typed.get(name)) values[name] = typed.get(name)!
  for (const name of lists) {
    const all = typed.getAll(name).filter(Boolean)
    if (takes(name) && all.length > 0) values[name] = all.join(',')
  }
  const listing = slug === undefined ? undefined : await findForReview(session.backend.db, slug)
  if (listing && Object.hasOwn(reasonsOf, command)) {
    const { of, option } = reasonsOf[command as keyof typeof reasonsOf]
    const given = await reasonText(session, typed, { of, listing })
    if ('problem' in given) return given
    if (given.text !== '' && takes(option)) values[option] = given.text
  }
  const edits = command === 'edit' && listing ? assignments(typed, listing) : []
  if (command === 'edit' && listing && edits.length === 0)
    return { problem: 'No field of the form differs from the listing.' }
  const words = [...(slug === undefined ? [] : [slug]), ...edits, ...typed.getAll('word')]
  return { command, words, values }
}

/** The text of ticked reasons, and words of the editor's own. No look-alike is named but a chosen one. */
async function reasonText(
  { backend, reasons, to }: Pick<Session, 'backend' | 'reasons' | 'to'>,
  typed: URLSearchParams,
  { of, listing }: { of: Explained | 'claim'; listing: ListingForReview },
): Promise<{ text: string } | { problem: string }> {
  const known = reasons[of] ?? []
  const fit = typed.getAll('fit').filter(Boolean).join('+')
  const lookAlike = typed.get('look_alike') ?? ''
  const keys = typed.getAll('reason').map((key) => {
    const reason = known.find((one) => one.key === key)
    const named = reason?.with_look_alike ? lookAlike : reason?.with_fit ? fit : ''
    return named === '' ? key : `${key}=${named}`
  })
  const own = (typed.get('words') ?? '').trim()
  if (keys.length === 0) return { text: own }
  const near = lookAlike === '' ? [] : await findLookAlikes(backend.db, listing, to)
  const canned = reasonFrom(known, keys.join(','), near)
  return 'problem' in canned ? canned : { text: `${canned.text}\n\n${own}`.trim() }
}

/** Every field that an editor may correct, with its value in the grammar of `edit`. */
export function editableTexts(listing: ListingForReview): [EditableName, string][] {
  const values: Record<string, unknown> = { ...listing, tool_slugs: listing.tools }
  // `as`: the type of Object.keys forgets the keys.
  return (Object.keys(editableFields) as EditableName[]).map((name) => [name, textOf(values[name])])
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

// A form sends every field; those that were left as they stand are no corrections.
function assignments(typed: URLSearchParams, listing: ListingForReview): string[] {
  return editableTexts(listing).flatMap(([name, now]) => {
    const sent = typed.get(`set-${name}`)
    return sent === null || sent === now ? [] : [`${name}=${sent}`]
  })
}
