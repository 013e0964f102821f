import { apiRoot } from '#contract/api-version.ts'
import { type ErrorKind, errors } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { type CachePolicy, type Operation, cachePolicies } from '#contract/operation.ts'
import { addresses } from '#core/addresses.ts'
import { exampleRequest, readableJson } from './example-request.ts'
import { examplesOf } from './examples.ts'
import { type FieldRow, type FieldTable, fieldRows, fieldTables } from './field-rows.ts'
import { documentOf, markdownTable } from './markdown.ts'

const local = addresses('')

/** The reference page of an operation as Markdown, from the contract and the recorded examples. */
export function operationPage(operation: Operation, to: { api: string; site: string }): string {
  const { description, method, path, params, query, headers, body, responses } = operation
  const recorded = examplesOf(operation.id, to.site)
  const parameters = Object.entries({ path: params, query, header: headers }).flatMap(
    ([place, schema]) => fieldRows(schema).map((row) => requestCells(row).toSpliced(1, 0, place)),
  )
  const answers = Object.entries(responses).map(([status, { description: text, schema }]) => {
    const tables = fieldTables(schema, 'output').map((table) =>
      fieldTable(table, ['Field', 'Type', 'What it is'], (row) => [
        `\`${row.name}\``,
        row.type,
        row.description,
      ]),
    )
    // Two variants may contain the same object.
    return [`### Status ${status}`, text, json(recorded.answers[status]), ...new Set(tables)]
  })
  const { invalid_request, not_found, ...others } = recorded.errors
  return documentOf([
    `\`${method} ${apiRoot}${path}\`\n\n${description}`,
    // A command with a token or a claim is no `sh` block, because readers cannot run it without one
    // of their own.
    fence(
      operation.credentials || path.includes('{claim}') ? 'text' : 'sh',
      curl(operation, to.api),
    ),
    access(operation),
    parameters.length > 0 &&
      `## Parameters\n\n${markdownTable(['Name', 'In', 'Type', 'Needed', 'What it is'], parameters)}`,
    body && '## Body',
    ...(body ? fieldTables(body, 'input').map(bodyTable) : []),
    '## Answers',
    'Lists in the samples are cut to two entries.',
    ...answers.flat(),
    `## Errors\n\n${errorList(operation.errors)} [Errors and limits](${local.doc('errors-and-limits')}) says what to do with each.`,
    // The sample error is the most common failure, which is a mistake of the client.
    json(invalid_request ?? not_found ?? Object.values(others)[0]),
    `## Notes\n\n${notes(operation)}`,
  ])
}

/** The example request as a curl command. A submission is sent as a dry run. */
function curl(operation: Operation, api: string): string {
  const { method, path, body } = exampleRequest(operation)
  const verb = method === 'GET' ? '' : '-X POST '
  if (body === undefined) return `curl ${verb}"${api}${path}"`
  const sent = `-H 'content-type: application/json' \\\n  -d '${body}'`
  if (operation.credentials)
    return `curl -X ${method} "${api}${path}" \\\n  -H "authorization: Bearer $TOKEN" \\\n  ${sent}`
  const isDry = operation.query !== undefined && 'dry_run' in operation.query.shape
  return `curl "${api}${path}${isDry ? '?dry_run=true' : ''}" \\\n  ${sent}`
}

const caching: Record<CachePolicy, string> = {
  revalidated: 'kept for five minutes, then checked again',
  edge: 'kept at the edge for five minutes, not in the client',
  dynamic: 'checked again each time, by its `ETag`',
  never: 'not at all',
}

function access({ id, cache, body, isQuestion, isTool, credentials }: Operation): string {
  return lines([
    credentials
      ? `- Key or account: none; the token of the manage link, which is the end of its address. It is in the mails about the product, lasts ${limits.manage_days} days, and is [sent anew](${local.manageForm}).`
      : '- Key or account: none.',
    `- Cached: ${caching[cache]} (\`Cache-Control: ${cachePolicies[cache]}\`).`,
    isTool
      ? `- As an MCP tool: \`${id}\`, with the same arguments. See [MCP](${local.doc('mcp')}).`
      : credentials
        ? '- Not an MCP tool: a model should not hold the token of an owner.'
        : '- Not an MCP tool: `tools/list` describes the tools.',
    body !== undefined &&
      !credentials &&
      !isQuestion &&
      '- The command is a dry run. Without `?dry_run=true` it submits.',
  ])
}

function bodyTable({ rows, ...table }: FieldTable): string {
  const sorted = rows.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
  const head = ['Field', 'Type', 'Needed', 'What it is']
  return fieldTable({ ...table, rows: sorted }, head, requestCells)
}

/** The fields of one object. Objects inside of others are folded, because many are long. */
function fieldTable(
  { path, title, rows }: FieldTable,
  head: string[],
  cells: (row: FieldRow) => string[],
): string {
  const table = markdownTable(head, rows.map(cells))
  if (path === '') return title ? `${title}\n\n${table}` : table
  const named = `<code>${path}</code>${title && `: ${title.replace(/\.$/, '')}`}`
  return `<details>\n<summary>Fields of ${named}</summary>\n\n${table}\n\n</details>`
}

function requestCells({ name, type, bounds, default: value, ...field }: FieldRow): string[] {
  const optional = value === undefined || value === '' ? 'no' : `no, default \`${String(value)}\``
  return [
    `\`${name}\``,
    bounds ? `${type}, ${bounds}` : type,
    field.isRequired ? 'yes' : optional,
    field.description,
  ]
}

function errorList(kinds: readonly ErrorKind[]): string {
  const byStatus = [...Map.groupBy(kinds, (kind) => errors[kind].status)].sort(([a], [b]) => a - b)
  const listed = byStatus.map(([status, same]) => {
    const codes = [...new Set(same.map((kind) => `\`${errors[kind].error_code}\``))]
    return `${status} ${codes.join(' or ')}`
  })
  return `${listed.join(', ')}.`
}

function notes({ method, query, hasSnapshot, cache }: Operation): string {
  return lines([
    method === 'GET' && '- `HEAD` answers like `GET`, without the body.',
    cache !== 'never' &&
      '- Send the `ETag` of an answer back in `If-None-Match`: an unchanged answer is a 304 without a body.',
    query !== undefined &&
      'email' in query.shape &&
      '- An answer to a request with `email` is never cached. A wrong e-mail and an unknown slug get the same 404.',
    hasSnapshot &&
      '- While the database is away, the last build answers, and the answer carries `X-Served-From: snapshot`.',
    '- A web page of any origin may call it.',
    `- Answers may get new fields at any time; ignore those you do not know. See [Compatibility](${local.doc('compatibility')}).`,
  ])
}

function lines(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('\n')
}

function json(value: unknown): string {
  return fence('json', readableJson(value))
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
