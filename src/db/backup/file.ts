import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable, pipeline as pipe } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

const format = 'proofstack-backup/1'

/** The first line of a backup file: its date, the applied migrations, tables and sequences. */
export const Header = z.object({
  format: z.literal(format),
  taken_at: z.string(),
  /** The names of the migrations that were applied when the backup was taken. */
  schema: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().nonnegative(),
    }),
  ),
  /** Per sequence: its last number, and whether that number was already used. */
  sequences: z.record(z.string(), z.object({ last: z.string(), isCalled: z.boolean() })),
})
export type Header = z.infer<typeof Header>

/** A line of the backup: the table's name, then its values in column order, as Postgres text. */
const Row = z.tuple([z.string(), z.array(z.string().nullable())])
export type Row = z.infer<typeof Row>

const Trailer = z.object({ end: z.literal(true), sha256: z.string() })

/** Thrown if a file is no usable backup, or none can be written; the message says why. */
export class BackupError extends Error {}

/**
 * Writes a backup file that only this user can read. An incomplete backup leaves no file, and an
 * existing file is never overwritten. `rows` yields one line of JSON for each row of the header's
 * tables.
 */
export async function writeBackupFile(
  file: string,
  header: Omit<Header, 'format'>,
  rows: AsyncIterable<string>,
): Promise<void> {
  const draft = `${file}.new`
  const hash = createHash('sha256')
  async function* lines() {
    const first = `${JSON.stringify({ format, ...header })}\n`
    hash.update(first)
    yield first
    for await (const row of rows) {
      hash.update(row).update('\n')
      yield `${row}\n`
    }
    yield `${JSON.stringify({ end: true, sha256: hash.digest('hex') })}\n`
  }
  const held = await claim(file)
  try {
    await rm(draft, { force: true })
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    )
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    await rm(file, { force: true })
    throw error
  } finally {
    await held.close()
  }
}

// Creates an empty file, so that no other process takes the name while the backup is written.
function claim(file: string) {
  return open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new BackupError(`${file} exists already. Name another file; nothing was written.`)
  })
}

/**
 * Yields the header of a backup file, then every row. Throws if the file was changed; a wrong
 * checksum is found only after the last row.
 */
export async function* readBackupFile(
  file: string,
): AsyncGenerator<{ header: Header } | { row: Row }> {
  const hash = createHash('sha256')
  const left = new Map<string, number>()
  let header: Header | undefined
  let isWhole = false
  for await (const line of readLines(file)) {
    if (isWhole) throw new BackupError(`${file} goes on after its end. ${refused}`)
    if (!header) {
      header = headerOf(file, line)
      for (const { name, rows } of header.tables) left.set(name, rows)
      yield { header }
    } else if (line.startsWith('{')) {
      const { sha256 } = parsed(file, Trailer, line)
      const isSame = sha256 === hash.digest('hex')
      isWhole = isSame && [...left.values()].every((rows) => rows === 0)
      if (!isWhole) throw new BackupError(`${file} was changed after it was written. ${refused}`)
      continue
    } else {
      const row = parsed(file, Row, line)
      left.set(row[0], (left.get(row[0]) ?? 0) - 1)
      yield { row }
    }
    hash.update(line).update('\n')
  }
  if (!isWhole) throw new BackupError(`${file} is cut short. ${refused}`)
}

const refused = 'It is not restored: take another backup.'

function headerOf(file: string, line: string): Header {
  const found = parsed(file, z.object({ format: z.unknown() }), line)
  if (found.format !== format)
    throw new BackupError(`${file} is of another format than ${format}: ${String(found.format)}.`)
  return parsed(file, Header, line)
}

function parsed<T>(file: string, schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (error) {
    throw new BackupError(`${file} is no backup, or was changed. ${refused}`, { cause: error })
  }
}

// Splits at line feeds only. Node's `readline` also ends a line at U+2028, which JSON may contain.
async function* readLines(file: string): AsyncGenerator<string> {
  const bytes = pipe(createReadStream(file), createGunzip(), () => {})
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let from = 0
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
        yield rest.toString('utf8', from, end)
        from = end + 1
      }
      rest = rest.subarray(from)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupError(`There is no file ${file}.`)
    // A zlib error (Z_…) means that the bytes are not gzip; Z_BUF_ERROR means a truncated file.
    if (!code?.startsWith('Z_')) throw error
    const what = code === 'Z_BUF_ERROR' ? 'is cut short' : 'is no backup, or was changed'
    throw new BackupError(`${file} ${what}. ${refused}`, { cause: error })
  }
  if (rest.length > 0) throw new BackupError(`${file} is cut short. ${refused}`)
}
