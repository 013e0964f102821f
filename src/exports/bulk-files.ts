import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { namesIn } from '#contract/product-shapes.ts'
import { BulkManifest, type BulkTool, SlimProduct } from '#contract/resources/bulk.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { changeCursor } from '#present/change.ts'

/** What the files are made of. There is no clock in it: the same data make the same bytes. */
export interface BulkSource {
  /** How many products `products` gives. */
  count: number
  /**
   * Every approved product as the JSON of `ProductDetail`, by slug. Asked for once a kind of file:
   * no file is ever held as a whole, since V8 has no string of more than 512 MiB.
   */
  products: () => Iterable<string>
  tools: readonly BulkTool[]
  /**
   * The newest changelog item of the same read of the database, so that whoever has the files
   * follows the changelog from there.
   */
  changedAt: string | null
  /** The listings that were withdrawn since the files before these. */
  removals: BulkManifest['removals']
  /**
   * Files that others made of the same data and put under /data, to be named in the manifest.
   * `path` is where one can be read now; nothing is copied.
   */
  extra: readonly {
    name: string
    description: string
    media_type: string
    path: string
    /** How many products it holds: all, unless it says otherwise. */
    count?: number
  }[]
}

interface Kind {
  name: string
  ending: 'json' | 'ndjson'
  description: string
  media_type: string
  row: (product: string, to: Addresses) => string
}

/** The catalogue as a database, which catalog/file/download.ts writes. */
export const downloadFile = {
  name: 'catalog.sqlite',
  description:
    'The public fields of every approved product and tool as an SQLite database, with a full text.',
  media_type: 'application/vnd.sqlite3',
} as const

const json = 'application/json'
const lines = 'application/x-ndjson'
const whole = (product: string) => product

const kinds: readonly Kind[] = [
  {
    name: 'catalog',
    ending: 'json',
    description: 'Every approved product whole, and every tool.',
    media_type: json,
    row: whole,
  },
  {
    name: 'catalog',
    ending: 'ndjson',
    description: 'Every approved product whole, one on each line.',
    media_type: lines,
    row: whole,
  },
  {
    name: 'catalog.slim',
    ending: 'json',
    description: 'Every approved product in short.',
    media_type: json,
    row: slim,
  },
  {
    name: 'catalog.slim',
    ending: 'ndjson',
    description: 'Every approved product in short, one on each line.',
    media_type: lines,
    row: slim,
  },
]

/** As many products as a file holds before it is parted: about 40 MB whole. */
const mostInPart = 10_000

/**
 * The files of a catalogue of `count` products, each kind with the names of its parts: the plain
 * name as long as there is one.
 */
export function bulkFileNames(count: number, most = mostInPart) {
  const parts = Math.max(1, Math.ceil(count / most))
  return kinds.map((kind) => ({
    description: kind.description,
    names: Array.from({ length: parts }, (_, index) =>
      parts === 1 ? `${kind.name}.${kind.ending}` : `${kind.name}-${index + 1}.${kind.ending}`,
    ),
  }))
}

/**
 * Writes the whole catalogue as files into `folder`, with their manifest as index.json, and gives
 * the manifest.
 */
export async function writeBulkFiles(
  folder: string,
  source: BulkSource,
  to: Addresses,
  most = mostInPart,
): Promise<BulkManifest> {
  const files: BulkManifest['files'] = []
  for (const [index, { names }] of bulkFileNames(source.count, most).entries()) {
    const { description, media_type, ending, row } = kinds[index]!
    const products = source.products()[Symbol.iterator]()
    let left = source.count
    for (const [part, name] of names.entries()) {
      const count = Math.min(left, most)
      left -= count
      const rows = take(products, count, (product) => row(product, to))
      const tools = row === whole ? source.tools : undefined
      const chunks = ending === 'json' ? documentOf(rows, count, tools) : linesOf(rows)
      files.push({
        url: to.data(name),
        description: names.length === 1 ? description : partly(description, part, names.length),
        media_type,
        ...(await write(path.join(folder, name), chunks)),
        count,
      })
    }
    if (!products.next().done) throw new Error(`there are more than ${source.count} products`)
  }
  for (const { name, description, media_type, path: file, count = source.count } of source.extra) {
    const sums = await sumsOf(createReadStream(file))
    files.push({ url: to.data(name), description, media_type, ...sums, count })
  }
  const cursor = changeCursor(source.changedAt ?? new Date(0))
  const manifest = BulkManifest.parse({
    schema_version: '1',
    count: source.count,
    files,
    removals: source.removals,
    changelog_cursor: cursor,
    changelog_timestamp: source.changedAt,
    changelog_url: `${to.changes}?order=asc&cursor=${cursor}`,
  })
  await writeFile(path.join(folder, 'index.json'), JSON.stringify(manifest))
  return manifest
}

function partly(description: string, part: number, parts: number): string {
  return `${description} Part ${part + 1} of ${parts}.`
}

// The contract's shape: fields by name, never a spread, whatever the whole product holds.
function slim(text: string, to: Addresses): string {
  // Trusted bytes: the catalogue wrote them and a test parses all of them.
  const product = JSON.parse(text) as ProductDetail
  const short = Object.fromEntries(namesIn('brief').map((name) => [name, product[name]]))
  const row: SlimProduct = SlimProduct.parse({
    ...short,
    listing_url: to.listing(product.slug),
    tool_slugs: product.tools.map(({ slug }) => slug),
  })
  return JSON.stringify(row)
}

function* take(
  products: Iterator<string>,
  count: number,
  row: (product: string) => string,
): Generator<string> {
  for (let taken = 0; taken < count; taken++) {
    const next = products.next()
    if (next.done) throw new Error(`only ${taken} of ${count} products came`)
    yield row(next.value)
  }
}

/** `FullCatalog`, or `SlimCatalog` without tools. */
function* documentOf(
  rows: Iterable<string>,
  count: number,
  tools: readonly BulkTool[] | undefined,
): Generator<string> {
  yield `{"schema_version":"1","count":${count},"products":[`
  let comma = ''
  for (const row of rows) {
    yield comma + row
    comma = ','
  }
  yield tools ? `],"tools":${JSON.stringify(tools)}}` : ']}'
}

function* linesOf(rows: Iterable<string>): Generator<string> {
  for (const row of rows) yield `${row}\n`
}

async function write(file: string, chunks: Iterable<string>) {
  const sums = summing()
  await pipeline(Readable.from(chunks), sums.through, createWriteStream(file))
  return sums.total()
}

async function sumsOf(content: Readable) {
  const sums = summing()
  for await (const _ of sums.through(content)) continue
  return sums.total()
}

/** Hands bytes through and knows their length and checksum at the end. */
function summing() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *through(content: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        const buffer = Buffer.from(chunk)
        hash.update(buffer)
        bytes += buffer.length
        yield buffer
      }
    },
    total: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
