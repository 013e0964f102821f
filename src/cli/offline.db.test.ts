// The answers from a snapshot are those of the site.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { load } from 'js-yaml'
import { beforeAll, expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { toolCaller } from '#mcp/call-tool.ts'
import { testDatabase } from '#testing/database.ts'
import { writeStartersCatalog } from '#testing/starters.ts'
import { freshClient, startersService } from '#testing/service-parts.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type OfflineCaller, openOffline } from './offline.ts'

const database = testDatabase()
const site = 'https://proofstack.example'
type Named = 'search' | 'recommend_products' | 'get_product'
let onSite: (name: Named, given: Record<string, unknown>) => Promise<string>
let offline: OfflineCaller
let judged: { for: 'search' | 'recommend'; q?: string; task?: string; stack?: string }[]

beforeAll(async () => {
  const service = await startersService(database.db)
  const call = toolCaller(service)
  onSite = async (name, given) => (await call(name, given, freshClient())).toString()
  const folder = temporaryFolder()
  const file = path.join(folder, 'snapshot.sqlite')
  await writeStartersCatalog(database.db, file, addresses(site))
  offline = openOffline(file, service.urls.site)
  const list = path.join(import.meta.dirname, '../testing/judged-queries.yaml')
  judged = load(await readFile(list, 'utf8')) as typeof judged
})

async function difference(name: Named, given: Record<string, unknown>): Promise<string[]> {
  const [there, here] = [await onSite(name, given), await offline(name, given)]
  return there === here ? [] : [`${JSON.stringify(given)}: ${there}\n${here}`]
}

it.each(['search', 'recommend'] as const)(
  'every judged question of %s has the same bytes from a snapshot as from the site',
  async (kind) => {
    const questions = judged.filter((one) => one.for === kind)
    expect(questions.length).toBeGreaterThan(100)
    const found: string[] = []
    for (const { q, task, stack } of questions)
      found.push(
        ...(kind === 'search'
          ? await difference('search', { q })
          : await difference('recommend_products', { task, stack, detail: 'brief' })),
      )
    expect(found).toEqual([])
  },
)

it.each([
  ['get_product', { slug: 'n8n' }],
  ['get_product', { slug: 'n8m' }],
  ['get_product', { slag: 'n8n' }],
  ['search', { q: 'zzzzqqq' }],
  ['search', { q: '' }],
  ['recommend_products', { stack: 'no-such-tool', limit: 3 }],
  ['recommend_products', {}],
] as const)('so has %s with %j', async (name, given) => {
  expect(await difference(name, given)).toEqual([])
})

it('what only the site knows is refused', async () => {
  await expect(offline('list_changelog', {})).rejects.toThrow('needs the site')
})
