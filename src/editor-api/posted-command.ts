// The command that a form of the desk's pages stands for. The pages decide nothing themselves: each
// form runs a command, with its checks, its question and its refusals.
import type { Db } from '#db/connection/connect.ts'
import { remoteCommands } from '#desk/remote-commands.ts'
import type { RunRequest } from '#desk/wire.ts'
import { type ListingForReview, findForReview } from '#db/queries/review-queue.ts'
import { type EditableName, editableFields } from '#editorial/editable-fields.ts'

/** Options whose value is that of the field of the same name; check boxes are one list. */
const plain = ['seen', 'note', 'claim', 'evidence', 'topics', 'fields'] as const

/** The command of a form, or why it stands for none. */
export async function postedCommand(
  db: Db,
  typed: URLSearchParams,
  slug: string | undefined,
): Promise<RunRequest | { problem: string }> {
  const command = typed.get('command') ?? ''
  const { options = [] } = new Map(Object.entries(remoteCommands)).get(command) ?? {}
  const takes = (name: string) => options.some((option) => option === name)
  const values: RunRequest['values'] = {}
  for (const name of plain) {
    const text = typed.getAll(name).filter(Boolean).join(',')
    if (takes(name) && text !== '') values[name] = text
  }
  const text = reasonText(typed)
  const explains = takes('reason') ? 'reason' : 'notes'
  if (takes(explains) && text !== '') values[explains] = text
  const listing = command === 'edit' && slug ? await findForReview(db, slug) : undefined
  const edits = listing ? assignments(typed, listing) : []
  if (listing && edits.length === 0)
    return { problem: 'No field of the form differs from the listing.' }
  const words = [...(slug === undefined ? [] : [slug]), ...edits, ...typed.getAll('word')]
  return { command, words, values }
}

/** The ticked reasons, each with what it names, and words of the editor's own behind them. */
function reasonText(typed: URLSearchParams): string {
  const keys = typed.getAll('reason').map((key) => {
    const named = typed.getAll(`of-${key}`).filter(Boolean).join('+')
    return named === '' ? key : `${key}=${named}`
  })
  return [keys.join(','), (typed.get('words') ?? '').trim()].filter(Boolean).join('\n\n')
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
