import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { load } from 'js-yaml'
import { jsonSchemas } from '#content-files/json-schema.ts'
import { fileCommands } from './file-commands.ts'
import { contentFolder, runOnFiles } from '#testing/desk-files.ts'

const page = path.resolve(import.meta.dirname, '../../content/docs/contribute.md')
const markdown = await readFile(page, 'utf8')
const [, example = ''] = /```yaml\n([^]*?)```/.exec(markdown) ?? []

it('the example of a listing is one that the build takes, once an editor has stamped it', async () => {
  const root = await contentFolder('typescript', 'nextjs', 'postgresql', 'openai')
  const file = path.join(root, 'content/listings/letterbox.yaml')
  await writeFile(file, example)
  const { code, values } = await runOnFiles(root, ['check-file', file])
  expect({ code, values }).toMatchObject({ code: 0, values: [{ files: [{ problems: [] }] }] })
  expect(await runOnFiles(root, ['stamp', 'letterbox'])).toMatchObject({ code: 0 })
  const ajv = new Ajv({ allowUnionTypes: true, strictRequired: false })
  formats.default(ajv)
  const isValid = ajv.compile(jsonSchemas.listing())
  const written: unknown = load(await readFile(file, 'utf8'))
  expect({ isValid: isValid(written), errors: isValid.errors }).toEqual({
    isValid: true,
    errors: null,
  })
})

it('the example begins with the keys that must be there, and names the schema beside it', () => {
  const keys = Object.keys(load(example) as object)
  const { required = [] } = jsonSchemas.listing()
  expect(required.length).toBeLessThanOrEqual(8)
  expect(keys.slice(0, required.length).toSorted()).toEqual(required.toSorted())
  expect(markdown).toContain('Seven keys must be there')
  expect(required).toHaveLength(7)
  const [, named = ''] = /^# yaml-language-server: \$schema=(\S+)/.exec(example) ?? []
  const at = path.resolve(path.dirname(page), '../listings', named)
  expect(path.relative(path.resolve(import.meta.dirname, '../..'), at)).toBe(
    'public/schemas/listing.json',
  )
})

it('the page names every command on files', () => {
  const named = [...markdown.matchAll(/^\| `npm run editor -- ([a-z-]+)/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(Object.keys(fileCommands).toSorted())
})

it('VS Code is told of a schema for each file of the folders', async () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const text = await readFile(path.join(root, '.vscode/settings.json'), 'utf8')
  const { 'yaml.schemas': schemas } = JSON.parse(text) as { 'yaml.schemas': Record<string, string> }
  expect(schemas).toEqual(
    Object.fromEntries(
      Object.keys(jsonSchemas).map((name) => [
        `./public/schemas/${name}.json`,
        `content/${name}s/*.yaml`,
      ]),
    ),
  )
})
