import { findListing } from '#db/queries/decisions.ts'
import {
  type Taking,
  findTaking,
  releaseListing,
  takeListing,
  takenMinutes,
} from '#db/queries/takings.ts'
import { deciding } from '#authoring/options.ts'
import { recorded } from './recorded.ts'
import type { Command, Session } from './session.ts'
import { declined, done, notDone, refused } from './tell.ts'
import { age, onOneLine } from '#authoring/terminal-text.ts'

export const take: Command = {
  about: `say to other editors that you work on it, for ${takenMinutes} minutes`,
  more: 'It stops nobody: what another editor has taken can be taken over and decided on, after a question.',
  takes: '<slug>',
  options: deciding,
  run: async (session, [slug = '']) => {
    const { backend, actor, now } = session
    if (!(await findListing(backend.db, slug)))
      return refused(session, { outcome: 'unknown', slug })
    const found = await findTaking(backend.db, slug)
    const other = found?.editor === actor ? undefined : found
    const warning = other && takingText(other, now())
    const question = warning && `${warning} Take ${slug} over?`
    if (question && !(await session.confirm(question, undefined, warning)))
      return declined(session, slug)
    const isTaken = await recorded(session, { action: 'take', detail: { slug } }, (trx) =>
      takeListing(trx, { slug, editor: actor, from: other?.editor }),
    )
    if (!isTaken) {
      const by = (await findTaking(backend.db, slug))?.editor ?? 'Somebody else'
      const text = `${onOneLine(by)} has just taken ${slug}. Nothing was changed.`
      return notDone(session, { outcome: 'already_taken', slug, by }, text)
    }
    const value = { outcome: 'taken', slug, minutes: takenMinutes }
    const text = `${slug} is yours for ${takenMinutes} minutes.`
    return done(session, value, text, `It is free again with: release ${slug}`)
  },
}

export const release: Command = {
  about: 'end what take began',
  takes: '<slug>',
  options: ['as'],
  run: async (session, [slug = '']) => {
    const isReleased = await recorded(session, { action: 'release', detail: { slug } }, (trx) =>
      releaseListing(trx, { slug, editor: session.actor }),
    )
    return isReleased
      ? done(session, { outcome: 'released', slug }, `${slug} is free.`)
      : notDone(session, { outcome: 'not_taken', slug }, `You have not taken ${slug}.`)
  },
}

/** A sentence that says who has taken a listing, and when. */
export function takingText({ editor, taken_at }: Taking, now: Date): string {
  return `Taken by ${onOneLine(editor)}, ${age(taken_at, now)} ago.`
}

/**
 * The session for a decision on a listing. If another editor has taken the listing, the question
 * and the result say so.
 */
export async function besideOthers(session: Session, slug: string): Promise<Session> {
  const { backend, actor, now } = session
  const taking = await findTaking(backend.db, slug)
  if (!taking || taking.editor === actor) return session
  const warning = takingText(taking, now())
  return {
    ...session,
    confirm: (question, seen) => session.confirm(`${warning} ${question}`, seen, warning),
    print: (value, ...text) => session.print({ ...value, taken_by: taking.editor }, ...text),
  }
}
