import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { CORE_SCHEMA, load } from 'js-yaml'
import { jsonSchemas } from './json-schema.ts'

const root = path.resolve(import.meta.dirname, '../..')
const published = (name: string) => path.join(root, `public/schemas/${name}.json`)

/** The problems of a value, as an editor program reports them. */
function problems(name: keyof typeof jsonSchemas, value: unknown): string[] {
  const isValid = validators[name]
  return isValid(value)
    ? []
    : isValid.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
}
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false })
formats.default(ajv)
const validators = {
  listing: ajv.compile(jsonSchemas.listing()),
  tool: ajv.compile(jsonSchemas.tool()),
}

it.each(Object.entries(jsonSchemas))(
  'public/schemas/%s.json matches the build; regenerate it with `npm run test:run -- json-schema -u`',
  async (name, schema) => {
    await expect(`${JSON.stringify(schema(), null, 2)}\n`).toMatchFileSnapshot(published(name))
  },
)

it.each([
  ['listing', 'listings'],
  ['tool', 'tools'],
] as const)('every %s of the repository is valid', async (name, folder) => {
  const names = await readdir(path.join(root, 'content', folder))
  expect(names.length).toBeGreaterThan(100)
  const bad: string[] = []
  for (const file of names) {
    const text = await readFile(path.join(root, 'content', folder, file), 'utf8')
    bad.push(
      ...problems(name, load(text, { schema: CORE_SCHEMA })).map(
        (problem) => `${file}: ${problem}`,
      ),
    )
  }
  expect(bad).toEqual([])
})

describe('a listing in an editor program', () => {
  const listing = {
    name: 'Acme',
    url: 'https://acme.example',
    description: 'It acts.',
    topics: ['coding-agents'],
    overview: 'It acts on its own.',
    tools: ['langgraph'],
    evidence: [{ type: 'website', url: 'https://acme.example', shows: 'How it acts.' }],
  }

  it('requires seven keys, and no time that a command writes', () => {
    expect(problems('listing', listing)).toEqual([])
    expect(jsonSchemas.listing().required).toEqual(Object.keys(listing))
  })

  it.each([
    [{ colour: 'red' }, ' must NOT have additional properties'],
    [{ description: null }, '/description must be string'],
    [{ description: 'x'.repeat(241) }, '/description must NOT have more than 240 characters'],
    [{ tools: ['LangGraph'] }, '/tools/0 must match pattern'],
    [{ topics: ['a', 'b', 'c', 'd'] }, '/topics must NOT have more than 3 items'],
    [{ tools: [] }, '/tools must NOT have fewer than 1 items'],
    [{ audience_tags: ['all'] }, '/audience_tags/0 must be equal to one of the allowed values'],
    [{ approved_at: 'today' }, '/approved_at must match format "date-time"'],
    [{ qualification_type: 'agent_native' }, " must have required property 'workflow_summary'"],
    [
      { qualification_type: 'agent_native', supporting_links: [] },
      '/supporting_links must NOT have fewer than 1 items',
    ],
    [{ claim_review_status: 'verified' }, " must have required property 'claim_evidence_summary'"],
  ])('is marked with %j', (more, problem) => {
    const found = problems('listing', { ...listing, ...more })
    expect(found).toContainEqual(expect.stringContaining(problem))
  })
})
