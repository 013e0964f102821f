import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { CORE_SCHEMA, YAMLException, load } from 'js-yaml'
import { LineCounter, isMap, parseDocument } from 'yaml'
import { z } from 'zod'
import { isSlug } from '#contract/resources/fields.ts'
import { didYouMean } from '#core/nearest-names.ts'

/** Thrown for an invalid content file, with its name, the field and the reason. The build fails. */
export class BadContent extends Error {
  override name = 'BadContent'
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Reads a JSON file, checked by the schema. */
export async function readJson<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> {
  const text = await readFile(file, 'utf8')
  const written = (() => {
    try {
      return JSON.parse(text) as unknown
    } catch (error) {
      throw new BadContent([`${shown(file)}: ${(error as Error).message}`])
    }
  })()
  return checked(file, written, schema)
}

/** Reads a YAML file, checked by the schema. */
export async function readYaml<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> {
  // Lets the service in the same process answer requests: reading all files takes seconds.
  await setImmediate()
  return checked(file, yamlIn(file, await readFile(file, 'utf8')), schema)
}

/** Reads a Markdown file, its front matter checked by the schema. */
export async function readMarkdown<S extends z.ZodType>(
  file: string,
  schema: S,
): Promise<z.output<S> & { markdown: string }> {
  const text = await readFile(file, 'utf8')
  const [, front, markdown] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? []
  if (front === undefined || markdown === undefined || markdown.trim() === '') {
    throw new BadContent([
      `${shown(file)}: begin with front matter between two lines of ---, and let the text follow`,
    ])
  }
  // The line of --- counts.
  const fields = checked(file, yamlIn(file, `\n${front}`), schema) as object
  return { ...fields, markdown: markdown.trim() } as z.output<S> & { markdown: string }
}

/** Parses a YAML text without checking its value. `CORE_SCHEMA` leaves dates as text. */
export function yamlIn(file: string, text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA }) ?? null
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    const given = `line ${(mark?.line ?? 0) + 1}: ${reason}`
    throw new BadContent([`${shown(file)}: ${firstMistake(text) ?? given}`])
  }
}

// `js-yaml` names the line in which it gives up. What a quote or a list leaves open is named by the
// line of its field.
function firstMistake(text: string): string | undefined {
  const lineCounter = new LineCounter()
  const options = { lineCounter, prettyErrors: false } as const
  const { errors, contents } = parseDocument(text, options)
  const [first] = errors
  if (!first) return undefined
  const [end] = first.pos
  const starts = isMap(contents) ? contents.items.map(({ key }) => key.range[0]) : []
  const isOpen = /^Missing closing|end with/.test(first.message)
  const at = isOpen ? starts.findLast((start) => start < end) : undefined
  return `line ${lineCounter.linePos(at ?? end).line}: ${first.message}`
}

/** Checks the value of a file with a schema; throws `BadContent` with every problem. */
export function checked<S extends z.ZodType>(file: string, value: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.flatMap((issue) => {
    const { code, path: at, message } = issue
    if (code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, at, schema))
    const reason = (code === 'custom' ? undefined : missing(value, at, schema)) ?? message
    const sentence = reason.replaceAll('<slug>', path.parse(file).name)
    return at.length > 0 ? `${at.join('.')}: ${sentence}` : sentence
  })
  throw new BadContent(problems.map((problem) => `${shown(file)}: ${problem}`))
}

/**
 * Splits the value of a file into the fields of a schema and a sentence for each other key, so that
 * an unknown key hides no problem of a field.
 */
export function splitFields(file: string, value: unknown, schema: z.ZodObject) {
  if (typeof value !== 'object' || value === null) return { known: value, unknown: [] }
  const fields = Map.groupBy(Object.entries(value), ([key]) => key in schema.shape)
  const unknown = (fields.get(false) ?? []).map(([key]) => unknownKey(key, [], schema))
  return {
    known: Object.fromEntries(fields.get(true) ?? []) as unknown,
    unknown: unknown.map((problem) => `${shown(file)}: ${problem}`),
  }
}

function unknownKey(key: string, at: readonly PropertyKey[], schema: z.ZodType): string {
  const fields = at.length === 0 && schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return `${[...at, key].join('.')}: is no field${didYouMean(key, fields)}`
}

// The message for a missing field: what to write there, instead of the expected type.
function missing(
  value: unknown,
  at: readonly PropertyKey[],
  schema: z.ZodType,
): string | undefined {
  const [field] = at
  if (at.length !== 1 || typeof field !== 'string' || !(schema instanceof z.ZodObject))
    return undefined
  if (((value ?? {}) as Record<string, unknown>)[field] != null) return undefined
  const { description } = (schema.shape[field] as z.ZodType | undefined) ?? {}
  return description === undefined ? undefined : `is missing. ${description}`
}

export const badName = 'name the file in lower case letters, digits and hyphens'

/** Reads every file of a folder with this ending. All invalid files are reported together. */
export async function readFolder<T>(
  folder: string,
  ending: '.yaml' | '.json' | '.md',
  read: (file: string) => Promise<T>,
): Promise<{ slug: string; file: string; value: T }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort()
  const values: { slug: string; file: string; value: T }[] = []
  const problems: string[] = []
  for (const name of names) {
    const slug = name.slice(0, -ending.length)
    const file = path.join(folder, name)
    try {
      if (!isSlug(slug)) throw new BadContent([`${shown(file)}: ${badName}`])
      values.push({ slug, file: shown(file), value: await read(file) })
    } catch (error) {
      if (!(error instanceof BadContent)) throw error
      problems.push(error.message)
    }
  }
  if (problems.length > 0) throw new BadContent(problems)
  return values
}

function shown(file: string): string {
  return path.relative(process.cwd(), file)
}
