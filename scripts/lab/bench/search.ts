// `bench search`: searches and recommendations per second, and the 95th percentile of their times.
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { type Figure, rounded } from '../figures.ts'
import { load } from './load.ts'
import { fieldWords, vocabulary } from './words.ts'

const tasks = ['customer support', 'browse the web', 'sales outreach', 'voice calls']
const rareWords = vocabulary.slice(-200).filter((word) => word.length > 4)

export async function measureSearch(given: {
  url: string
  db: Db
  seconds: number
}): Promise<Figure[]> {
  const { url, db, seconds } = given
  const { rows } = await sql<{ name: string }>`select name from products
    where status = 'approved' order by md5(slug) limit 20`.execute(db)
  const names = rows.map(({ name }) => name)
  const search = (texts: readonly string[]) =>
    texts.map((text) => `/api/v1/search?q=${encodeURIComponent(text)}`)
  const recommend = (stack: string) =>
    tasks.map((task) => `/api/v1/recommend?task=${encodeURIComponent(task)}${stack}`)
  const cases = {
    'search, a frequent word': search(fieldWords.slice(0, 4)),
    'search, a rare word': search(rareWords.slice(-20)),
    'search, two words': search(['agent workflow', 'voice data']),
    'search, a name with a typo': search(names.map((name) => name.slice(0, 3) + name.slice(4))),
    'search, a phrase': search([
      'customer support agent for email',
      'research tool with memory for teams',
    ]),
    'recommend, a task': recommend(''),
    'recommend, a stack': ['/api/v1/recommend?stack=postgresql,redis'],
    'recommend, task and stack': recommend('&stack=postgresql'),
  }
  const figures: Figure[] = []
  for (const [name, paths] of Object.entries(cases)) {
    await load(url, paths, seconds / 4)
    const { perSecond, p50, p95 } = await load(url, paths, seconds)
    const times = `p50 ${rounded(p50)} ms, p95 ${rounded(p95)} ms`
    figures.push([name, `${rounded(perSecond)}/s`, times])
  }
  return figures
}
