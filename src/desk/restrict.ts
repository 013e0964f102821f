import { type Restriction, findRestriction } from '#db/restriction.ts'
import { liftRestriction, restrict as restrictAccess } from '#editorial/restrict.ts'
import type { Command } from './arguments.ts'
import { type Values, deciding } from './options.ts'
import type { Session } from './session.ts'
import { Misuse } from '#command.ts'
import { declined } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

/** Longer than any storm: a slip in a date must not close the site for years. */
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
    return minutes === undefined && until === undefined ? tell(session) : impose(session)
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
  if (until !== undefined && timeOf(until) === undefined)
    return `--until is a time such as 2026-12-24T18:00Z, not ${JSON.stringify(until)}.`
  return undefined
}

// Without a zone it would be another time on another machine.
function timeOf(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text))
    return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time
}

async function impose(session: Session): Promise<number> {
  const { backend, actor, values, print, now } = session
  const moment = now().getTime()
  const until = timeOf(values.until ?? '') ?? new Date(moment + Number(values.minutes) * 60_000)
  if (until.getTime() <= moment)
    throw new Misuse(`--until ${until.toISOString()} is over; it is ${now().toISOString()}.`)
  if (until.getTime() > moment + mostMinutes * 60_000)
    throw new Misuse(`--until ${until.toISOString()} is more than seven days away.`)
  const covers = values.submissions ? 'submissions' : 'everything'
  if (!(await session.confirm(`Restrict ${about[covers]} until ${until.toISOString()}?`)))
    return declined(session, '')
  await restrictAccess(backend.db, { actor, until, covers })
  print(
    { outcome: 'restricted', until, covers },
    `Restricted until ${until.toISOString()}: ${about[covers]}. Every instance follows within ten seconds.`,
  )
  return 0
}

const about = {
  everything: 'anonymous access to the API, MCP, search and forms',
  submissions: 'submissions and changes of listings by their owners',
} as const satisfies Record<Restriction['covers'], string>

async function lift(session: Session): Promise<number> {
  const { backend, actor, print, now } = session
  if (!(await session.confirm('Lift the restriction?'))) return declined(session, '')
  const wasInForce = await liftRestriction(backend.db, { actor, now: now() })
  print(
    { outcome: wasInForce ? 'lifted' : 'unchanged' },
    wasInForce
      ? 'Lifted. Every instance follows within ten seconds.'
      : 'Nothing was restricted. Nothing was changed.',
  )
  return 0
}

async function tell({ backend, print, now }: Session): Promise<number> {
  const found = await findRestriction(backend.db)
  const inForce = found && found.until > now() ? found : null
  print(
    { restriction: inForce },
    inForce
      ? `Restricted until ${inForce.until.toISOString()}: ${about[inForce.covers]}. Set by ${onOneLine(inForce.set_by)} at ${inForce.set_at.toISOString()}.`
      : 'Nothing is restricted.',
  )
  return 0
}
