import { type Restriction, findRestriction } from '#db/queries/restriction.ts'
import { liftRestriction, restrict as restrictAccess } from '#editorial/restrict.ts'
import { type Values, deciding } from '#authoring/options.ts'
import type { Command, Session } from './session.ts'
import { Misuse } from '#command.ts'
import { declined, done } from './tell.ts'
import { onOneLine } from '#authoring/terminal-text.ts'

/** At most a week, so that a typo in a date cannot close the site for years. */
const mostMinutes = 7 * 24 * 60

export const restrict: Command = {
  about: 'restrict anonymous access for a while; --off lifts it, nothing says what is in force',
  more: `The API, MCP calls, search and forms answer 503 until then, with a Retry-After; pages and files stay up.
Every instance follows within ten seconds. A restriction takes the place of the one before it.`,
  options: ['minutes', 'until', 'submissions', 'off', ...deciding],
  check: (_, values) => problemIn(values),
  run: (session) => {
    const { minutes, until, off } = session.values
    if (off) return lift(session)
    return minutes === undefined && until === undefined ? show(session) : impose(session)
  },
}

function problemIn({ minutes, until, off, submissions }: Values): string | undefined {
  const isTimed = minutes !== undefined || until !== undefined
  if (minutes !== undefined && until !== undefined)
    return '--minutes and --until exclude one another.'
  if (off && (isTimed || submissions)) return '--off takes nothing beside it.'
  if (submissions && !isTimed) return 'Say for how long: --minutes 30, or --until 2026-12-24T18:00Z'
  if (Number(minutes) > mostMinutes)
    return `--minutes is at most ${mostMinutes}, which is seven days.`
  return until !== undefined && timeOf(until) === undefined
    ? `--until is a time such as 2026-12-24T18:00Z, not ${JSON.stringify(until)}.`
    : undefined
}

// Parses a time that states its time zone. Without a zone, the result would depend on the machine.
function timeOf(text: string): Date | undefined {
  const isForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const time = new Date(text)
  return isForm && !Number.isNaN(time.getTime()) ? time : undefined
}

const about = {
  everything: 'anonymous access to the API, MCP, search and forms',
  submissions: 'submissions and changes of listings by their owners',
} as const satisfies Record<Restriction['covers'], string>

async function impose(session: Session): Promise<number> {
  const { backend, actor, values, now } = session
  const moment = now().getTime()
  const until = timeOf(values.until ?? '') ?? new Date(moment + Number(values.minutes) * 60_000)
  const end = until.toISOString()
  if (until.getTime() <= moment)
    throw new Misuse(`--until ${end} is over; it is ${now().toISOString()}.`)
  if (until.getTime() > moment + mostMinutes * 60_000)
    throw new Misuse(`--until ${end} is more than seven days away.`)
  const covers = values.submissions ? 'submissions' : 'everything'
  if (!(await session.confirm(`Restrict ${about[covers]} until ${end}?`)))
    return declined(session, '')
  await restrictAccess(backend.db, { actor, until, covers })
  const sentence = `Restricted until ${end}: ${about[covers]}. Every instance follows within ten seconds.`
  return done(session, { outcome: 'restricted', until, covers }, sentence)
}

async function lift(session: Session): Promise<number> {
  const { backend, actor, now } = session
  if (!(await session.confirm('Lift the restriction?'))) return declined(session, '')
  return (await liftRestriction(backend.db, { actor, now: now() }))
    ? done(session, { outcome: 'lifted' }, 'Lifted. Every instance follows within ten seconds.')
    : done(session, { outcome: 'unchanged' }, 'Nothing was restricted. Nothing was changed.')
}

async function show(session: Session): Promise<number> {
  const found = await findRestriction(session.backend.db)
  if (!found || found.until <= session.now())
    return done(session, { restriction: null }, 'Nothing is restricted.')
  const { until, covers, set_by, set_at } = found
  const sentence = `Restricted until ${until.toISOString()}: ${about[covers]}. Set by ${onOneLine(set_by)} at ${set_at.toISOString()}.`
  return done(session, { restriction: found }, sentence)
}
