import { apiRoot } from '#contract/api-version.ts'
import { type ErrorKind, errors } from '#contract/errors.ts'
import { allOperations as all } from '#contract/index.ts'
import { type ReadBucket, limits, readBuckets, submissionBuckets } from '#contract/limits.ts'
import { addresses } from '#core/addresses.ts'
import { everyReview } from '#present/product/reading-words.ts'
import { whenSeen } from '#present/words.ts'
import { fieldRows } from './field-rows.ts'
import { markdownTable } from './markdown.ts'

/**
 * Tables in the documentation that restate the contract. They are generated from it, so that they
 * cannot contradict it. A page of the documentation includes a table as `{{errors}}`.
 */
export const contractTables = {
  errors: errorTable,
  limits: limitTable,
  rates: rateTable,
  readRates: readRateTable,
  operations: operationTable,
  everyReview: () => everyReview,
  whenSeen: () => whenSeen,
  operationCount: () => String(all.length),
}

function errorTable(): string {
  const rows = Object.entries(errors).map(([kind, { status, error_code, meaning }]) => {
    const where = all.filter((operation) => operation.errors.includes(kind as ErrorKind))
    const asked =
      where.length === all.length ? 'all' : where.map(({ path }) => `\`${path}\``).join(', ')
    return [String(status), `\`${error_code}\``, meaning, asked]
  })
  return markdownTable(['Status', 'error_code', 'What it means', 'Answered by'], rows)
}

/** What a bucket counts, by its name or else by the first word of it. */
const counted: Readonly<Record<string, string>> = {
  submit_attempt: 'Attempts of any outcome, dry runs included',
  submit: 'Submissions',
  report: 'Reports of a wrong fact',
  status_address: 'Wrong e-mails that ask for a status, and all that ask for a manage link',
  status: 'Wrong e-mails that ask for a status',
  claim: 'Claims that are started',
  look: 'Looks for the proof of a claim',
}

const from = {
  address: 'one address',
  network: 'one IPv6 /48',
  email: 'one e-mail',
  slug: 'everybody, about one product',
  claim: 'everybody, at one claim',
  all: 'everybody',
} as const

function rateTable(): string {
  const rows = Object.entries(submissionBuckets).map(([bucket, { tokens, seconds, per }]) => [
    (counted[bucket] ?? counted[bucket.split('_', 1)[0]!])!,
    from[per],
    `${tokens} in ${duration(seconds)}`,
  ])
  return markdownTable(['What is counted', 'From', 'At most'], rows)
}

const pages: Record<ReadBucket, string> = {
  catalogue_reads: 'every other page that is no file, forms too',
  search_reads: '`/search`, `/recommend`, `/detect`',
  picture_reads: 'badges, and the picture that counts a view',
}

function readRateTable(): string {
  const rows = Object.entries(readBuckets).map(([bucket, { tokens, seconds }]) => {
    const counts = all.filter((operation) => operation.bucket === bucket)
    // Static operations have no REST limit, because they are files. Their MCP tools do have one.
    const paths = counts.filter(({ isStatic }) => !isStatic)
    const tools = counts.filter(({ isTool }) => isTool)
    return [
      `\`${bucket}\``,
      paths.map(({ method, path }) => `\`${method} ${path}\``).join(', '),
      tools.map(({ id }) => `\`${id}\``).join(', '),
      pages[bucket as ReadBucket],
      `${tokens} in ${duration(seconds)}`,
    ]
  })
  return markdownTable(
    ['Reads', 'REST', 'MCP tools', 'Pages and pictures', 'At most, from one address'],
    rows,
  )
}

function limitTable(): string {
  const bounded = all.flatMap((operation) =>
    [operation.query, operation.headers, operation.body].flatMap((part) =>
      fieldRows(part)
        .filter(({ bounds }) => bounds !== '')
        .map(({ name, bounds, default: value }) => [
          `\`${operation.method} ${operation.path}\``,
          `\`${name}\``,
          `${bounds}${value === undefined || value === '' ? '' : `, default ${String(value)}`}`,
        ]),
    ),
  )
  return markdownTable(
    ['Operation', 'Field', 'Limit'],
    [
      ...bounded,
      ['`POST /submit`', 'the whole body', `at most ${limits.body_bytes / 1024} KiB`],
      ['`POST /detect`', 'the whole body', `at most ${limits.detect.body_bytes / 1024} KiB`],
      [
        '`POST /submit`',
        'how long an `idempotency-key` is remembered',
        `${limits.idempotency_hours} hours`,
      ],
      [
        '`GET /products/{slug}`',
        'asking for a review status',
        `at most once per ${limits.polling_interval_seconds} seconds`,
      ],
      ['e-mail to owners', 'how long the link in it works', `${limits.owner_claim_days} days`],
    ],
  )
}

function operationTable(): string {
  const rows = all.map((operation) => [
    `[${operation.summary}](${addresses('').operationDoc(operation.id)})`,
    `\`${operation.method} ${apiRoot}${operation.path}\``,
    operation.isTool ? `\`${operation.id}\`` : 'none',
  ])
  return markdownTable(['What it does', 'REST', 'MCP tool'], rows)
}

function duration(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`
  return seconds === 60 ? 'a minute' : `${seconds} seconds`
}
