// `bench reads`: answers of the service per second, as a ratio to the baseline of the same run.
import { fork } from 'node:child_process'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { type Figure, median, rounded } from '../figures.ts'
import type { Environment } from './environment.ts'
import { type Load, load } from './load.ts'

const rounds = 3

/** Measures service and baseline in turns, so that other load affects both equally. */
export async function measureReads(
  { listings, dataDir, settings }: Environment,
  { url, db, seconds }: { url: string; db: Db; seconds: number },
): Promise<Figure[]> {
  const script = path.join(import.meta.dirname, 'baseline-server.ts')
  const child = fork(script, { env: { ...settings, DATA_DIR: dataDir } })
  const baseline = await new Promise<string>((resolve, reject) => {
    // The cast is safe: the only message of the child process is its URL.
    child.once('message', (address) => resolve(address as string))
    child.once('exit', () => reject(new Error('The baseline server ended before it was ready.')))
  })
  const figures: Figure[] = []
  try {
    for (const [name, paths] of Object.entries(await readsOf(db, listings))) {
      await compareAnswers(url + paths[0]!, baseline + paths[0]!)
      const [ours, theirs]: [Load[], Load[]] = [[], []]
      for (const server of [url, baseline]) await load(server, paths, seconds / 4)
      for (let round = 0; round < rounds; round++) {
        ours.push(await load(url, paths, seconds))
        theirs.push(await load(baseline, paths, seconds))
      }
      const [rate, baseRate] = [ours, theirs].map((loads) =>
        median(loads.map((one) => one.perSecond)),
      )
      const p95 = median(ours.map((one) => one.p95))
      figures.push([
        name,
        `${rounded(rate!)}/s`,
        `${rounded(rate! / baseRate!)} times the baseline of ${rounded(baseRate!)}/s; p95 ${rounded(p95)} ms`,
      ])
    }
  } finally {
    child.disconnect()
  }
  return figures
}

/** The paths to read, by measurement. Their listings are spread over the directory. */
async function readsOf(db: Db, listings: number): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ slug: string; domain: string }>`select slug, domain from products
    where status = 'approved' order by md5(slug) limit 60`.execute(db)
  const { rows: tools } = await sql<{ slug: string }>`
    select slug from tools t
    order by (select count(*) from product_tools where tool_id = t.id) desc, slug limit 1`.execute(
    db,
  )
  const pages = Array.from({ length: 200 }, (_, n) => Math.floor((listings / 200) * n))
  const products = '/api/v1/products'
  return {
    'list of 24': [products],
    'list by tool': [`${products}?tool=${tools[0]!.slug}`],
    'list, popular first': [`${products}?sort=popular`],
    'list, another page each time': pages.map((offset) => `${products}?offset=${offset}`),
    'one listing': rows.map(({ slug }) => `${products}/${slug}`),
    'lookup by domain': rows.map(({ domain }) => `/api/v1/lookup?url=${domain}`),
  }
}

interface Listings {
  products?: { slug: string }[]
  product?: { slug: string }
  total?: number
}

/** Throws unless both servers return the same listings: else their ratio means nothing. */
async function compareAnswers(...urls: string[]) {
  const answers = await Promise.all(
    urls.map(async (url) => {
      const { products, product, total } = (await (await fetch(url)).json()) as Listings
      return JSON.stringify([products?.map(({ slug }) => slug) ?? product?.slug, total])
    }),
  )
  if (new Set(answers).size > 1)
    throw new Error(`${urls.join(' and ')} answer differently:\n${answers.join('\n')}`)
}
