import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { operations } from '#contract/index.ts'
import { addresses } from '#core/addresses.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { recordedSite } from './example-request.ts'
import { openapi } from './openapi.ts'

const document = openapi(addresses(recordedSite))
const text = `${JSON.stringify(document, null, 2)}\n`

// The recorded answers are reviewed in ./examples.
const withoutExamples = (key: string, value: unknown) =>
  key === 'examples' && !Array.isArray(value) ? Object.keys(value as object) : value

it('the document is the reviewed one; to change the API, renew it with `npm run test:run -- openapi-document -u`', async () => {
  const reviewed = `${JSON.stringify(document, withoutExamples, 2)}\n`
  await expect(reviewed).toMatchFileSnapshot('openapi.snapshot.json')
})

it('redocly finds no problem by its strict rules', async () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'openapi.json')
  await writeFile(file, text)
  const cli = path.resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const lint = promisify(execFile)(
    process.execPath,
    [cli, 'lint', '--extends=recommended-strict', file],
    { cwd: folder, env },
  )
  const said = await lint.then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )
  expect(said).toContain('Your API description is valid.')
  expect(said).not.toMatch(/Warning|Error was generated/)
})

it('every answer, every request body and every required parameter has an example', () => {
  const described = Object.values(document.paths).flatMap((path) => Object.values(path)) as {
    operationId: string
    parameters?: { name: string; required: boolean; example?: unknown }[]
    requestBody?: { content: Content }
    responses: Record<string, { content: Content }>
  }[]
  type Content = Record<string, { examples: Record<string, { value: unknown }> }>
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    Object.keys(operations).sort(),
  )
  const bare = described.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters
      .filter(({ required, example }) => required && example === undefined)
      .map(({ name }) => `${operationId} ${name}`),
    ...Object.entries({ body: requestBody, ...responses, 304: undefined }).flatMap(
      ([where, part]) =>
        Object.values(part?.content['application/json']!.examples ?? {}).every(
          ({ value }) => value !== undefined,
        )
          ? []
          : [`${operationId} ${where}`],
    ),
  ])
  expect(bare).toEqual([])
})
