import { sql } from 'kysely'
import { fitWeights } from '#core/ranking.ts'
import { searchKey } from '#core/search-key.ts'
import { wordGroups } from '#core/word-groups.ts'
import type { Db } from '#db/connect.ts'
import { listChanges } from '#db/changelog.ts'
import { listApprovedBySlug } from '#db/products.ts'
import { findRecommendationCandidates } from '#db/recommend.ts'
import { findSearchCandidates } from '#db/search.ts'
import type { Ground } from './ground.ts'
import { fieldWords, vocabulary } from './vocabulary.ts'

/** What people ask for in their own words; each names a topic or several. */
const phrases = [
  'customer support agent for email',
  'research tool with memory for teams',
  'open source voice agent',
  'chatbot for my website',
  'automate browser tasks',
  'invoice and payment tracking',
  'sales outreach by email',
  'monitor llm token costs',
  'knowledge base search for documents',
  'intercom alternative',
  'meeting notes with calendar',
  'coding assistant for repository',
] as const

/** One question of a kind to the database; another for each index. */
export type Ask = (index: number) => Promise<unknown>

/** What the code asks the database, by the kind of question. */
export async function questionsOf({ content }: Ground, db: Db): Promise<Record<string, Ask>> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from products where status = 'approved'
    order by md5(slug) limit 60`.execute(db)
  const { rows: popular } = await sql<{ id: string }>`
    select tool_id as id from product_tools group by 1 order by count(*) desc, 1 limit 10`.execute(
    db,
  )
  const tools = popular.map(({ id }) => id)
  const at = (index: number) => rows[index % rows.length]!
  const groupsOf = (text: string) => wordGroups(text, content)
  const search = (q: string) =>
    findSearchCandidates(db, { key: searchKey(q), groups: groupsOf(q), kind: null, limit: 20 })
  const recommend = (useCase: string | null, toolIds: string[], task: string) =>
    findRecommendationCandidates(db, {
      useCase,
      toolIds,
      groups: groupsOf(task),
      wanted: 10,
      fit: fitWeights,
    })
  const broad = (index: number) => fieldWords[index % 12]!
  const middle = (index: number) => vocabulary[150 + index]!
  const changes = (order: 'asc' | 'desc', after: string | null) =>
    listChanges(db, { since: null, after, order, limit: 50 })
  return {
    'search, a broad word': (index) => search(broad(index)),
    'search, a middle word': (index) => search(middle(index)),
    'search, a rare word': (index) => search(vocabulary.at(-1 - index)!),
    'search, two words': (index) =>
      search(`${broad(index)} ${index % 2 === 0 ? broad(index + 5) : middle(index)}`),
    'search, a phrase': (index) => search(phrases[index % phrases.length]!),
    'search, a typo in a name': (index) => search(`${at(index).name.slice(0, -1)}q`),
    'search, a name': (index) => search(at(index).name),
    'search, the beginning of a name': (index) => search(at(index).name.slice(0, 3)),
    'search, nonsense': (index) => search(`xq${index}zzv wqk${index}`),
    'recommend, use case': () => recommend('support', [], 'support'),
    'recommend, a task': (index) => recommend(null, [], phrases[index % phrases.length]!),
    'recommend, popular stack': () => recommend(null, tools.slice(0, 2), ''),
    'recommend, task and stack': (index) =>
      recommend('research', tools.slice(5, 7), phrases[index % phrases.length]!),
    compare: (index) => listApprovedBySlug(db, [at(index).slug, at(index + 1).slug]),
    'changelog, newest page': () => changes('desc', null),
    'changelog, by cursor': (index) =>
      changes('asc', new Date(Date.UTC(2022, 11, 2) + index * 3_600_000).toISOString()),
  }
}
