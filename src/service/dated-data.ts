import { hash } from 'node:crypto'
import type { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { DayManifest, KeptDays } from '#contract/resources/bulk.ts'
import type { Addresses } from '#core/addresses.ts'
import { type DatedCatalog, findKeptDay, listKeptDays } from '#db/catalog-days.ts'
import { changeCursor } from '#present/change.ts'
import type { Service } from './service.ts'

interface TextFile {
  text: string
  /** The value of Content-Type. */
  type: string
}

/** A file with some listings of a day. */
interface Part {
  name: string
  text: string
  count: number
}

/** The most bytes of a part. A function of the platform answers with at most 4.5 MB. */
const mostBytes = 4_000_000

/**
 * The changelog goes on this long before the latest change of a day, because items that are written
 * together may carry times that are not in the order of their commits.
 */
const marginMs = 60_000

/** /data/days.json: the days whose catalogue is kept. */
export async function keptDays({ db, to }: Pick<Service, 'db' | 'to'>): Promise<TextFile> {
  const days = await listKeptDays(db)
  return json(KeptDays, {
    schema_version: '1',
    days: days.map((day) => ({ day, url: to.data(`${day}/index.json`) })),
  })
}

/**
 * A file of a day: its manifest, the signature of the manifest, or listings. Listings that are not
 * approved any more are left out.
 */
export async function readDatedFile(
  { day, file }: { day: string; file: string },
  { db, to }: Pick<Service, 'db' | 'to'>,
  sign: (bytes: Uint8Array) => string,
  most = mostBytes,
): Promise<TextFile> {
  const kept = /^\d{4}-\d\d-\d\d$/.test(day) ? await findKeptDay(db, day) : undefined
  if (!kept)
    throw new ApiError(
      'not_found',
      `No files of this day are kept. ${to.data('days.json')} lists the days.`,
    )
  const parts = partsOf(kept, new Set(kept.notListed), most)
  const part = parts.find(({ name }) => name === file)
  if (part) return { text: part.text, type: 'application/x-ndjson; charset=utf-8' }
  const manifest = json(DayManifest, manifestOf(day, kept, parts, to))
  if (file === 'index.json') return manifest
  if (file === 'index.json.sig')
    return { text: sign(Buffer.from(manifest.text)), type: 'text/plain; charset=utf-8' }
  throw new ApiError(
    'not_found',
    `No file of this day has this name. ${to.data(`${day}/index.json`)} names its files.`,
  )
}

// The bounds of the parts do not depend on `left`, so that a withdrawal changes one part alone.
function partsOf({ slugs, lines }: DatedCatalog, left: ReadonlySet<string>, most: number): Part[] {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const [at, line] of lines.entries()) {
    const size = Buffer.byteLength(line) + 1
    if (bytes > 0 && bytes + size > most) {
      parts.push([])
      bytes = 0
    }
    bytes += size
    if (!left.has(slugs[at]!)) parts.at(-1)!.push(`${line}\n`)
  }
  return parts.map((rows, index) => ({
    name: parts.length === 1 ? 'catalog.ndjson' : `catalog-${index + 1}.ndjson`,
    text: rows.join(''),
    count: rows.length,
  }))
}

function manifestOf(
  day: string,
  { changedAt, notListed, lines }: DatedCatalog & { notListed: string[] },
  parts: readonly Part[],
  to: Addresses,
): z.input<typeof DayManifest> {
  const cursor = changeCursor(new Date(changedAt.getTime() - marginMs))
  return {
    schema_version: '1',
    day,
    count: lines.length - notListed.length,
    licence: 'MIT',
    terms_url: to.terms,
    signature_url: to.data(`${day}/index.json.sig`),
    key_url: to.manifestKey,
    files: parts.map(({ name, text, count }, index) => ({
      url: to.data(`${day}/${name}`),
      description: `Every product of the day whole, one on each line.${
        parts.length > 1 ? ` Part ${index + 1} of ${parts.length}.` : ''
      }`,
      media_type: 'application/x-ndjson',
      bytes: Buffer.byteLength(text),
      sha256: hash('sha256', text),
      count,
    })),
    left_out: notListed,
    changelog_cursor: cursor,
    changelog_url: `${to.changes}?order=asc&cursor=${cursor}`,
  }
}

function json<S extends z.ZodType>(schema: S, value: z.input<S>): TextFile {
  const text = JSON.stringify(schema.parse(value))
  return { text, type: 'application/json; charset=utf-8' }
}
