import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { dump } from 'js-yaml'
import { claimDigest } from '#content-files/listing-stamps.ts'
import { loadContent } from '#content-files/load.ts'

const repository = path.resolve(import.meta.dirname, '../..')

let content: ReturnType<typeof loadContent> | undefined

/** Reads content/ only once for all test files of a worker. */
export function contentOnce(): ReturnType<typeof loadContent> {
  return (content ??= loadContent(repository))
}

export type Fields = Record<string, unknown>

export const category = {
  slug: 'agent-frameworks',
  name: 'Agent frameworks',
  description: 'Libraries for agents.',
}

export const tool: Fields = {
  name: 'LangGraph',
  description: 'Graphs of agents.',
  category: 'agent-frameworks',
  topics: ['tracing'],
  homepage: 'https://langgraph.example',
}

const unsigned = {
  name: 'Acme',
  url: 'https://acme.com',
  description: 'It acts.',
  topics: ['tracing'],
  overview: 'It acts on its own.\n',
  editorial_summary: null,
  founder_name: null,
  founder_twitter: null,
  launch_date: null,
  audience_tags: ['b2b'],
  qualification_type: 'agent_native',
  agent_use_case: 'research',
  qualification_statement: 'Agents do the work.',
  workflow_summary: 'They read, then write.',
  agent_tools_used: ['Web search'],
  supporting_links: ['https://acme.com/how'],
  claim_review_status: 'verified',
  claim_reviewed_at: '2026-01-03T00:00:00.000Z',
  claim_verified_by: 'Proofstack editors',
  claim_review_notes: null,
  claim_evidence_summary: 'We looked at the code.',
  tools: ['langgraph'],
  compatibility: [],
  evidence: [{ type: 'repository', url: 'https://acme.com/code', shows: 'Its source.' }],
  public_note: null,
  approved_at: '2026-01-04T00:00:00.000Z',
  is_featured: false,
  featured_rank: 0,
}

export const listing: Fields = { ...unsigned, claim_digest: claimDigest(unsigned) }

export const reason = { key: 'spam', title: 'Spam', text: 'Say what it does.' }
export const reasons = {
  reject: [reason],
  revise: [reason],
  withdraw: [reason],
  decline: [reason],
  claim: [{ ...reason, status: 'needs_revision' }],
}

export const topic = {
  slug: 'tracing',
  name: 'Tracing',
  description: 'Products that record what agents do, step by step.',
  family: 'watch',
  phrases: ['watch my agents'],
}

export const landingPages = [
  ...['support', 'research', 'operations', 'sales', 'voice', 'browser-automation'].map(
    (name) => `use/${name}`,
  ),
  'task/build-software',
].map((facet) => ({ facet, title: facet, text: `What ${facet} is for.` }))

/** Writes the smallest content/ that a build accepts into a folder: one tool and one listing. */
export async function writeContent(root: string): Promise<void> {
  const write = (file: string, value: unknown) => writeFile(path.join(root, file), dump(value))
  for (const folder of [
    'content/tools',
    'content/listings',
    'content/proofs',
    'content/histories',
    'content/quarters',
    'content/facts',
    'content/weekly',
    'content/docs',
    'content/clients',
    'content/skills',
  ])
    await mkdir(path.join(root, folder), { recursive: true })
  await write('content/categories.yaml', [category])
  await write('content/tasks.yaml', [
    {
      slug: 'build-software',
      name: 'Build software',
      use_cases: [],
      categories: [],
      words: ['code'],
    },
  ])
  await write('content/topics.yaml', [topic])
  await write('content/landing-pages.yaml', landingPages)
  await write('content/code-hosts.yaml', [{ host: 'github.com', sections: [] }])
  await write('content/use-cases.yaml', [
    {
      slug: 'support',
      name: 'Support',
      phrases: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'],
    },
  ])
  await write('content/review-reasons.yaml', reasons)
  await writeFile(path.join(root, 'content/doubtful-phrases.json'), '{"words":{},"marks":{}}')
  await write('content/tools/langgraph.yaml', tool)
  await write('content/listings/acme.yaml', listing)
}
