import { expect, it } from 'vitest'
import { findTools } from './find-tools.ts'

const tool = (slug: string, name: string, description: string | null, aliases: string[] = []) => ({
  slug,
  name,
  description,
  aliases,
  category: 'backend-db',
})
const tools = [
  tool('drizzle', 'Drizzle', 'Types for SQL, works with Postgres.'),
  tool('neon', 'Neon', 'Serverless Postgres.'),
  tool('postgresql', 'PostgreSQL', 'A relational database.', ['postgres', 'pg']),
  tool('pgvector', 'pgvector', null),
]
const found = (words: string) => findTools(words, tools).map(({ slug }) => slug)

it.each([
  ['PG', ['postgresql', 'pgvector']],
  ['postgres', ['postgresql', 'drizzle', 'neon']],
  ['serverless postgres', ['neon']],
  ['backend', ['drizzle', 'neon', 'postgresql', 'pgvector']],
  ['abacus', []],
  ['…', ['drizzle', 'neon', 'postgresql', 'pgvector']],
])('%s finds what it names, then what has it in a name, then what is said', (words, slugs) => {
  expect(found(words)).toEqual(slugs)
})
