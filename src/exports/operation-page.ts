import { apiRoot } from '#contract/api-version.ts'
import { type ErrorKind, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { type CachePolicy, type Operation, cachePolicies } from '#contract/operation.ts'
import { addresses } from '#core/addresses.ts'
import { exampleRequest, readableJson } from './example-request.ts'
import { examplesOf } from './examples.ts'
import { type FieldRow, fieldRows, fieldTables } from './field-rows.ts'
import { markdownTable } from './markdown-table.ts'

const local = addresses('')

/**
 * The reference page of an operation, in Markdown: everything on it is read off the contract and
 * the recorded example.
 */
export function operationPage(operation: Operation, to: { api: string; site: string }): string {
  const { description, method, path, params, query, headers, body, responses } = operation
  const recorded = examplesOf(operation.id, to.site)
  const taken = [
    ...rowsIn(
      'path',
      params ? fieldRows(params, 'input').map((row) => ({ ...row, isRequired: true })) : [],
    ),
    ...rowsIn('query', query ? fieldRows(query, 'input') : []),
    ...rowsIn('header', headers ? fieldRows(headers, 'input') : []),
  ]
  const answers = Object.entries(responses).map(([status, { description: text, schema }]) => {
    const tables = fieldTables(schema, 'output').map(
      ({ title, rows }) => `${title ? `${title}\n\n` : ''}${answerTable(rows)}`,
    )
    return [
      `### Status ${status}`,
      text,
      fence('json', readableJson(recorded.answers[status])),
      ...tables,
    ].join('\n\n')
  })
  const sections = [
    `\`${method} ${apiRoot}${path}\`\n\n${description}`,
    // A command with somebody's own token is none that runs as it stands.
    fence(operation.credentials ? 'text' : 'sh', curl(operation, to.api)),
    wayNotes(operation).join('\n'),
    ...(taken.length > 0
      ? [`## Parameters\n\n${markdownTable(['Name', 'In', 'Type', 'Needed', 'What it is'], taken)}`]
      : []),
    ...(body ? [`## Body\n\n${bodyTable(fieldRows(body, 'input'))}`] : []),
    `## Answers\n\nLists in the samples are cut to two entries.\n\n${answers.join('\n\n')}`,
    `## Errors\n\n${errorList(operation.errors)} [Errors and limits](${local.doc('errors-and-limits')}) says what to do with each.\n\n${fence('json', readableJson(errorSample(recorded.errors)))}`,
    `## Notes\n\n${notes(operation).join('\n')}`,
  ]
  return `${sections.join('\n\n')}\n`
}

/** The example as a command. What would leave a trace is a dry run. */
function curl(operation: Operation, api: string): string {
  const { method, path, body } = exampleRequest(operation)
  if (body === undefined) return `curl "${api}${path}"`
  if (operation.credentials)
    return `curl -X ${method} "${api}${path}" \\\n  -H "authorization: Bearer $TOKEN" \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`
  return `curl "${api}${path}${operation.isQuestion ? '' : '?dry_run=true'}" \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`
}

const caching: Record<CachePolicy, string> = {
  revalidated: 'kept for five minutes, then checked again',
  edge: 'kept at the edge for five minutes, not in the client',
  dynamic: 'checked again each time, by its `ETag`',
  never: 'not at all',
}

function wayNotes({ id, cache, body, isQuestion, isTool, credentials }: Operation): string[] {
  return [
    credentials
      ? `- Key or account: none; the token of the manage link, which is the end of its address. It is in the mails about the product, lasts ${limits.manage_days} days, and is [sent anew](${local.manageForm}).`
      : '- Key or account: none.',
    `- Cached: ${caching[cache]} (\`Cache-Control: ${cachePolicies[cache]}\`).`,
    isTool
      ? `- As an MCP tool: \`${id}\`, with the same arguments. See [MCP](${local.doc('mcp')}).`
      : credentials
        ? '- Not an MCP tool: a model should not hold the token of an owner.'
        : '- Not an MCP tool: `tools/list` describes the tools.',
    ...(body && !credentials && !isQuestion
      ? ['- The command is a dry run. Without `?dry_run=true` it submits.']
      : []),
  ]
}

function rowsIn(place: string, rows: readonly FieldRow[]): string[][] {
  return rows.map((row) => [`\`${row.name}\``, place, typed(row), needed(row), row.description])
}

function bodyTable(rows: readonly FieldRow[]): string {
  const sorted = [
    ...rows.filter(({ isRequired }) => isRequired),
    ...rows.filter(({ isRequired }) => !isRequired),
  ]
  return markdownTable(
    ['Field', 'Type', 'Needed', 'What it is'],
    sorted.map((row) => [`\`${row.name}\``, typed(row), needed(row), row.description]),
  )
}

function answerTable(rows: readonly FieldRow[]): string {
  return markdownTable(
    ['Field', 'Type', 'What it is'],
    rows.map(({ name, type, description }) => [`\`${name}\``, type, description]),
  )
}

function typed({ type, bounds }: FieldRow): string {
  return bounds ? `${type}, ${bounds}` : type
}

function needed({ isRequired, default: value }: FieldRow): string {
  if (isRequired) return 'yes'
  return value === undefined || value === '' ? 'no' : `no, default \`${String(value)}\``
}

function errorList(kinds: readonly ErrorKind[]): string {
  const byStatus = [...Map.groupBy(kinds, (kind) => errors[kind].status)].sort(
    ([one], [other]) => one - other,
  )
  const listed = byStatus.map(([status, same]) => {
    const codes = [...new Set(same.map((kind) => `\`${errors[kind].error_code}\``))]
    return `${status} ${codes.join(' or ')}`
  })
  return `${listed.join(', ')}.`
}

// The failure that a client meets first: a mistake of its own.
function errorSample(recorded: Partial<Record<ErrorKind, unknown>>): unknown {
  return recorded.invalid_request ?? recorded.not_found ?? Object.values(recorded)[0]
}

function notes({ method, query, hasSnapshot, cache }: Operation): string[] {
  return [
    ...(method === 'GET' ? ['- `HEAD` answers like `GET`, without the body.'] : []),
    ...(cache === 'never'
      ? []
      : [
          '- Send the `ETag` of an answer back in `If-None-Match`: an unchanged answer is a 304 without a body.',
        ]),
    ...(query && 'email' in query.shape
      ? [
          '- An answer to a request with `email` is never cached. A wrong e-mail and an unknown slug get the same 404.',
        ]
      : []),
    ...(hasSnapshot
      ? [
          '- While the database is away, the last build answers, and the answer carries `X-Served-From: snapshot`.',
        ]
      : []),
    '- A web page of any origin may call it.',
    `- Answers may get new fields at any time; ignore those you do not know. See [Compatibility](${local.doc('compatibility')}).`,
  ]
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
