import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../src/config.ts'
import { enums } from '../src/contract/enums.ts'
import { cleanText } from '../src/contract/text.ts'
import { loadContent } from '../src/content-files/load.ts'
import { addresses } from '../src/core/addresses.ts'
import { type ReviewOutcome, approveListing } from '../src/editorial/approve.ts'
import { reviewClaim } from '../src/editorial/review-claim.ts'
import { publishIssue } from '../src/editorial/publish-issue.ts'
import { fireRebuild } from '../src/editorial/fire-rebuild.ts'
import { findForReview, listQueue } from '../src/editorial/queue.ts'
import { rejectListing } from '../src/editorial/reject.ts'
import { hookFile } from '../src/hosting/local-host.ts'
import { type OpenDatabase, openDatabase } from '../src/hosting/open-database.ts'
import { deliverMails } from '../src/mail/deliver.ts'
import { createMailer } from './mailer.ts'
import { run } from './run.ts'

const usage = `Reviews submissions. It works while the server runs and while it does not.

  npm run editor -- queue                          the pending listings, in the order of review
  npm run editor -- show <slug>                    all that is known of one
  npm run editor -- approve <slug>                 publish it
  npm run editor -- reject <slug> --reason "…"     refuse it; the submitter gets the reason by mail
  npm run editor -- claim <slug> <status> --evidence "…"   set how the review of its claim stands
  npm run editor -- weekly <number>                publish content/weekly/<number>.md
  npm run editor -- rebuild                        ask for a fresh build of the site

  --yes          do not ask
  --json         print JSON, for scripts
  --evidence     for claim: what was looked at and what it shows; public
  --notes        for claim: a remark; public
  --as <name>    who decides, for the audit (default: the user of this machine); with claim also public, as who verified it
                 (default there: Proofstack editors)
`

/** One command of an editor. `confirm` says what will be done and asks. */
interface Session {
  config: Config
  database: OpenDatabase
  to: ReturnType<typeof addresses>
  slug: string
  actor: string
  /** Who is published as having verified a claim: nobody's login name. */
  verifier: string
  reason: string
  /** The claim status that is to be set. */
  wanted: string
  evidence: string | null
  notes: string | null
  print: (value: object, text: string) => void
  confirm: (sentence: string) => Promise<boolean>
}

const commands = {
  queue: { needsSlug: false, run: queue },
  show: { needsSlug: true, run: show },
  approve: { needsSlug: true, run: approve },
  reject: { needsSlug: true, run: reject },
  claim: { needsSlug: true, run: claim },
  weekly: { needsSlug: true, run: weekly },
  rebuild: { needsSlug: false, run: rebuild },
} as const satisfies Record<
  string,
  { needsSlug: boolean; run: (session: Session) => Promise<number> }
>

await run(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      yes: { type: 'boolean' },
      json: { type: 'boolean' },
      as: { type: 'string' },
      reason: { type: 'string' },
      evidence: { type: 'string' },
      notes: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const [name = '', slug = '', wanted = ''] = positionals
  const command = name in commands ? commands[name as keyof typeof commands] : undefined
  if (!command || values.help || (command.needsSlug && slug === '')) {
    const complaint = values.help
      ? ''
      : !command
        ? name
          ? `There is no command "${name}".\n\n`
          : ''
        : `Name ${name === 'weekly' ? 'the issue' : 'the listing'}: npm run editor -- ${name} <${name === 'weekly' ? 'number' : 'slug'}>\n\n`
    console.error(complaint + usage)
    return values.help ? 0 : 2
  }
  const reason = cleanText(values.reason ?? '')
  if (name === 'reject' && reason === '')
    throw new Error('Give the submitter a reason: --reason "…"')

  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    return await command.run({
      config,
      database,
      to: addresses(await siteUrl(config)),
      slug,
      actor: values.as ?? os.userInfo().username,
      verifier: cleanText(values.as ?? '') || 'Proofstack editors',
      reason,
      wanted,
      evidence: cleanText(values.evidence ?? '') || null,
      notes: cleanText(values.notes ?? '') || null,
      print: (value, text) => console.log(values.json ? JSON.stringify(value, null, 2) : text),
      confirm: (sentence) => (values.yes ? Promise.resolve(true) : ask(sentence)),
    })
  } finally {
    await database.close()
  }
})

async function queue({ database, print }: Session): Promise<number> {
  const listings = await listQueue(database.db)
  const lines = listings.map(({ slug, name, domain, qualification_type: type, created_at }) =>
    [
      created_at.toISOString().slice(0, 16).replace('T', ' '),
      slug.padEnd(28),
      name,
      `(${domain})`,
      type ?? '',
    ].join('  '),
  )
  print(
    { listings },
    lines.length > 0 ? `${lines.join('\n')}\n${lines.length} pending.` : 'Nothing is pending.',
  )
  return 0
}

async function show({ database, slug, print }: Session): Promise<number> {
  const listing = await findForReview(database.db, slug)
  if (!listing) return unknown(slug, print)
  const lines = Object.entries(listing).flatMap(([field, value]) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return []
    const text =
      value instanceof Date
        ? value.toISOString()
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)
    return [`${field.padEnd(24)} ${text}`]
  })
  print(listing, lines.join('\n'))
  return 0
}

async function approve(session: Session): Promise<number> {
  const { database, slug, actor, to, confirm, print } = session
  const listing = await findForReview(database.db, slug)
  if (!listing) return unknown(slug, print)
  if (
    listing.status === 'pending' &&
    !(await confirm(
      `Approve ${listing.name} (${listing.domain})? It becomes public at ${to.listing(slug)}, and its submitter gets a mail.`,
    ))
  ) {
    return declined(slug, print)
  }
  const outcome = await approveListing(database.db, { slug, actor }, to)
  if (outcome.outcome !== 'done') return notDone(outcome, 'approved', print)
  const mails = await sendMails(session, outcome.mailIds)
  const rebuilt = await askForRebuild(session)
  print(
    { outcome: 'approved', slug, mails, rebuild: rebuilt.state, error: rebuilt.error },
    [`${outcome.name} is approved.`, mailText(mails), rebuilt.text].join('\n'),
  )
  return rebuilt.state === 'failed' ? 1 : 0
}

async function reject(session: Session): Promise<number> {
  const { database, slug, actor, reason, to, confirm, print } = session
  const listing = await findForReview(database.db, slug)
  if (!listing) return unknown(slug, print)
  if (
    listing.status === 'pending' &&
    !(await confirm(
      `Reject ${listing.name} (${listing.domain})? Its submitter gets this reason by mail: ${reason}`,
    ))
  ) {
    return declined(slug, print)
  }
  const outcome = await rejectListing(database.db, { slug, actor, reason }, to)
  if (outcome.outcome !== 'done') return notDone(outcome, 'rejected', print)
  const mails = await sendMails(session, outcome.mailIds)
  print(
    { outcome: 'rejected', slug, mails },
    [`${outcome.name} is rejected.`, mailText(mails)].join('\n'),
  )
  return 0
}

async function claim(session: Session): Promise<number> {
  const { database, slug, actor, verifier, wanted, evidence, notes, confirm, print } = session
  const status = enums.claimReviewStatus.find((known) => known === wanted)
  if (!status) throw new Error(`Say how the review stands: ${enums.claimReviewStatus.join(', ')}`)
  if (status === 'verified' && evidence === null)
    throw new Error('Say what was looked at and what it shows: --evidence "…"')
  if (
    !(await confirm(
      `Set the claim of ${slug} to ${status}? On an approved listing this is published${status === 'verified' ? `, as verified by ${verifier}` : ''}.`,
    ))
  )
    return declined(slug, print)
  const outcome = await reviewClaim(database.db, { slug, status, actor, verifier, evidence, notes })
  if (outcome.outcome === 'unknown') return unknown(slug, print)
  if (outcome.outcome !== 'done') {
    const text =
      outcome.outcome === 'no_claim'
        ? `${slug} makes no claim that could be reviewed.`
        : `The claim of ${slug} stands so already. Nothing was changed.`
    print(outcome, text)
    return outcome.outcome === 'unchanged' ? 0 : 1
  }
  const rebuilt = outcome.isPublic ? await askForRebuild(session) : undefined
  print(
    { outcome: 'reviewed', slug, claim_review_status: status, rebuild: rebuilt?.state },
    [`The claim of ${slug} is now ${status}.`, rebuilt?.text].join('\n').trim(),
  )
  return rebuilt?.state === 'failed' ? 1 : 0
}

async function weekly(session: Session): Promise<number> {
  const { database, slug: number, actor, to, confirm, print } = session
  if (!/^[1-9]\d*$/.test(number))
    throw new Error(`Name the issue by its number, not ${JSON.stringify(number)}.`)
  const issue = (await loadContent(process.cwd())).weekly.find(
    (one) => String(one.number) === number,
  )
  if (!issue) throw new Error(`There is no content/weekly/${number}.md.`)
  const products = issue.products.join(', ')
  if (
    !(await confirm(
      `Publish issue ${number}, ${issue.title}, with ${products}? It becomes public at ${to.weeklyIssue(issue.number)}.`,
    ))
  )
    return declined(number, print)
  const outcome = await publishIssue(database.db, issue, actor)
  if (outcome.outcome === 'not_approved') {
    print(outcome, `Not listed: ${outcome.slugs.join(', ')}. Nothing was published.`)
    return 1
  }
  if (outcome.outcome === 'already_published') {
    const isSame = outcome.number === issue.number
    const what = isSame
      ? `Issue ${number} is published already.`
      : `Issue ${outcome.number} has the slug ${outcome.slug} already.`
    print(outcome, `${what} Nothing was changed.`)
    return isSame ? 0 : 1
  }
  const rebuilt = await askForRebuild(session)
  print(
    { outcome: 'published', number: issue.number, rebuild: rebuilt.state, error: rebuilt.error },
    [`Issue ${number} is published.`, rebuilt.text].join('\n'),
  )
  return rebuilt.state === 'failed' ? 1 : 0
}

async function rebuild(session: Session): Promise<number> {
  if (!(await session.confirm('Ask for a fresh build of the site?')))
    return declined('', session.print)
  const rebuilt = await askForRebuild(session)
  session.print({ rebuild: rebuilt.state, error: rebuilt.error }, rebuilt.text)
  return rebuilt.state === 'failed' ? 1 : 0
}

// After the commit: a mail that fails stays in the outbox, where the server finds it.
async function sendMails({ config, database }: Session, ids: string[]) {
  if (ids.length === 0) return []
  const deliveries = await deliverMails(database.db, await createMailer(config), ids)
  return deliveries.map(({ kind, delivered, accepted }) => ({ kind, delivered, accepted }))
}

function mailText(mails: { delivered: boolean; accepted: boolean }[]): string {
  const states = mails.map(({ delivered, accepted }) =>
    accepted
      ? 'was sent'
      : delivered
        ? 'was written to a file'
        : 'could not be sent and waits in the outbox',
  )
  return states.length > 0
    ? `The mail to its submitter ${states.join(', ')}.`
    : 'It has no submitter to write to.'
}

type Rebuilt = { state: 'asked' | 'failed' | 'no_server'; text: string; error?: string }

// The approval stands whatever the hook does; it is fired again with the `rebuild` command.
async function askForRebuild({ config, database }: Session): Promise<Rebuilt> {
  const hook = config.REBUILD_HOOK_URL ?? (await localHook(config))
  const isServerDown =
    config.REBUILD_HOOK_URL === undefined && (hook === undefined || database.role === 'owner')
  if (isServerDown)
    return {
      state: 'no_server',
      text: 'No server is running; `npm start` builds the site with it.',
    }
  try {
    await fireRebuild(hook!)
    return { state: 'asked', text: 'A rebuild of the site is under way.' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      state: 'failed',
      error: reason,
      text: `The site was not rebuilt: ${reason}. Fire it again with: npm run editor -- rebuild`,
    }
  }
}

function localHook(config: Config): Promise<string | undefined> {
  return readFile(hookFile(path.resolve(config.DATA_DIR)), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
}

// Mails name addresses of the site; without SITE_URL they are those of the server that runs here.
async function siteUrl(config: Config): Promise<string> {
  const hook = config.SITE_URL ? undefined : await localHook(config)
  return config.SITE_URL ?? `http://localhost:${hook ? new URL(hook).port : config.PORT}`
}

function unknown(slug: string, print: Session['print']): number {
  print(
    { outcome: 'unknown', slug },
    `There is no listing "${slug}". \`npm run editor -- queue\` lists what is pending.`,
  )
  return 1
}

function declined(slug: string, print: Session['print']): number {
  print({ outcome: 'declined', slug }, 'Nothing was changed.')
  return 1
}

// Somebody was first. Wanting what is already so is no failure.
function notDone(
  outcome: Exclude<ReviewOutcome, { outcome: 'done' }>,
  wanted: string,
  print: Session['print'],
): number {
  if (outcome.outcome === 'unknown') return unknown(outcome.slug, print)
  const { slug, status, by } = outcome
  print(
    { outcome: `already_${status}`, slug, by },
    `${slug} is already ${status}${by ? ` by ${by}` : ''}. Nothing was changed.`,
  )
  return status === wanted ? 0 : 1
}

async function ask(sentence: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(`${sentence} [y/N] `), closed])
  terminal.close()
  return /^y(?:es)?$/i.test(answer.trim())
}
