import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BulkManifest, type BulkTool, SlimProduct } from '#contract/resources/bulk.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { changeCursor } from '#present/lists/change.ts'

/**
 * The data of the bulk files. It contains no current time, so the same data make the same bytes.
 */
export interface BulkSource {
  /** The number of products. */
  count: number
  /**
   * Every approved product as the JSON of `ProductDetail`, sorted by slug. Called once for each
   * kind of file, because a file is never held in memory as a whole: a V8 string has at most 512
   * MiB.
   */
  products: () => Iterable<string>
  tools: readonly BulkTool[]
  /**
   * The time of the newest changelog item, from the same read of the database. Clients that load
   * the files can continue with the changelog from this time.
   */
  changedAt: string | null
  /** The listings that were withdrawn most recently, for readers who have older files. */
  removals: BulkManifest['removals']
  /**
   * Files under /data that other code wrote, for the manifest. `path` is their current path on
   * disk.
   */
  extra: readonly {
    name: string
    description: string
    media_type: string
    path: string
    /** The number of products in the file; by default all. */
    count?: number
  }[]
}

/** The catalogue as an SQLite file. catalog/file/download.ts writes it. */
export const downloadFile = {
  name: 'catalog.sqlite',
  description:
    'The public fields of every approved product and tool as an SQLite database, with a full text.',
  media_type: 'application/vnd.sqlite3',
} as const

/** The catalogue file of the build, which the command `proofstack pull` downloads. */
export const snapshotFile = {
  name: 'snapshot.sqlite',
  description:
    'What search and recommend read, for the command proofstack pull; its tables may change with any build.',
  media_type: 'application/vnd.sqlite3',
} as const

const whole = (product: string) => product

const kinds = [
  { name: 'catalog', row: whole, text: 'Every approved product whole', tools: ', and every tool' },
  { name: 'catalog.slim', row: slim, text: 'Every approved product in short', tools: '' },
].flatMap(({ name, row, text, tools }) => [
  { name, row, ending: 'json', media_type: 'application/json', description: `${text}${tools}.` },
  {
    name,
    row,
    ending: 'ndjson',
    media_type: 'application/x-ndjson',
    description: `${text}, one on each line.`,
  },
])

/** The maximum number of products in a file. With all fields that is about 40 MB. */
const mostInFile = 10_000

/**
 * The kinds of files, each with its file names, for a catalogue of `count` products. If the
 * products need several files of a kind, their names are numbered.
 */
export function bulkFileNames(count: number, most = mostInFile) {
  const parts = Math.max(1, Math.ceil(count / most))
  return kinds.map((kind) => ({
    ...kind,
    names: Array.from({ length: parts }, (_, index) =>
      parts === 1 ? `${kind.name}.${kind.ending}` : `${kind.name}-${index + 1}.${kind.ending}`,
    ),
  }))
}

/**
 * Writes the catalogue as files into `folder`, with a manifest of them as index.json, and returns
 * the manifest.
 */
export async function writeBulkFiles(
  folder: string,
  source: BulkSource,
  to: Addresses,
  most = mostInFile,
): Promise<BulkManifest> {
  const files: BulkManifest['files'] = []
  const add = async ({ name, path: file, ...entry }: Required<BulkSource['extra'][number]>) =>
    files.push({ url: to.data(name), ...entry, ...(await sumsOf(file)) })
  for (const { names, description, media_type, ending, row } of bulkFileNames(source.count, most)) {
    const products = source.products()[Symbol.iterator]()
    let left = source.count
    for (const [part, name] of names.entries()) {
      const count = Math.min(left, most)
      left -= count
      const rows = take(products, count, (product) => row(product, to))
      const tools = row === whole ? source.tools : undefined
      const file = path.join(folder, name)
      await pipeline(
        ending === 'json' ? documentOf(rows, count, tools) : linesOf(rows),
        createWriteStream(file),
      )
      const ofParts = names.length > 1 ? ` Part ${part + 1} of ${names.length}.` : ''
      await add({ name, description: description + ofParts, media_type, path: file, count })
    }
    if (!products.next().done) throw new Error(`there are more than ${source.count} products`)
  }
  for (const entry of source.extra) await add({ count: source.count, ...entry })
  const cursor = changeCursor(source.changedAt ?? new Date(0))
  const manifest = BulkManifest.parse({
    schema_version: '1',
    count: source.count,
    licence: 'MIT',
    terms_url: to.terms,
    signature_url: to.data('index.json.sig'),
    key_url: to.manifestKey,
    files,
    removals: source.removals,
    changelog_cursor: cursor,
    changelog_timestamp: source.changedAt,
    changelog_url: `${to.changes}?order=asc&cursor=${cursor}`,
  })
  await writeFile(path.join(folder, 'index.json'), JSON.stringify(manifest))
  return manifest
}

// The schema leaves out the other fields of `ProductDetail`.
function slim(text: string, to: Addresses): string {
  // The cast is safe: the catalogue wrote this JSON by the schema, and a test parses all of it.
  const product = JSON.parse(text) as ProductDetail
  return JSON.stringify(
    SlimProduct.parse({
      ...product,
      listing_url: to.listing(product.slug),
      tool_slugs: product.tools.map(({ slug }) => slug),
    }),
  )
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

/** Yields the JSON of a `FullCatalog`, or of a `SlimCatalog` if `tools` is undefined. */
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

async function sumsOf(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') }
}
