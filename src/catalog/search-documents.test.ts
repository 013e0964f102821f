import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { productDetail } from '#present/present.ts'
import { sampleProduct, sampleTool, sampleTopic } from '#testing/sample-records.ts'
import { listingDocument, searchTopics, toolDocument } from './search-documents.ts'
import type { CatalogTool } from './tables.ts'

const voice = sampleTopic('voice', {
  name: 'Voice agents',
  phrases: ['answer the phone'],
  rivals: ['Bland'],
})
const categories = [{ slug: 'telephony', name: 'Telephony', description: 'Calls.' }]
const twilio = {
  ...sampleTool({ slug: 'twilio', name: 'Twilio', category: 'telephony' }),
  homepage: 'https://twilio.example',
  aliases: ['twil'],
  topics: ['voice'],
  examples: ['send a text message'],
} as unknown as CatalogTool

const documentOf = (part: Parameters<typeof sampleProduct>[0]) => {
  const record = sampleProduct({ tool_ids: [twilio.id], ...part })
  const byId = new Map([[twilio.id, twilio]])
  const product = productDetail(record, byId, addresses('https://site.example'))
  return listingDocument(product, {
    domain: record.domain,
    examples: record.examples,
    tools: [twilio],
    worksWith: [],
  })
}

it('a listing has its topics, and the names of its tools', () => {
  const document = documentOf({
    slug: 'ringer',
    topics: ['voice'],
    examples: ['book a table'],
  })
  expect(document).toMatchObject({
    topics: ['voice'],
    examples: ['book a table'],
    tools: [{ slug: 'twilio', name: 'Twilio', aliases: ['twil'] }],
    licence: null,
  })
})

it('a use case counts once the claim is verified', () => {
  const claimed = { slug: 'ringer', agent_use_case: 'support', workflow_summary: 'Rings.' } as const
  const of = (review: 'submitted' | 'verified') =>
    documentOf({ ...claimed, claim_review_status: review }).useCase
  expect(of('submitted')).toBeNull()
  expect(of('verified')).toBe('support')
})

it('texts of a claim without a kind are not searched', () => {
  const { body } = documentOf({
    slug: 'ringer',
    workflow_summary: 'Rings.',
    qualification_type: null,
  })
  expect(body).toEqual([])
})

it('a tool is of its topics, and the words of its category are read', () => {
  const document = toolDocument(twilio, { categories })
  expect(document.topics).toEqual(['voice'])
  expect(document.body).toEqual(['Telephony', 'Calls.'])
})

it('topics are found by their slugs', () => {
  expect(searchTopics([voice]).get('voice')).toBe(voice)
})
