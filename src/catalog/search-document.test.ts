import { expect, it } from 'vitest'
import { sampleProduct, sampleTool, sampleTopic } from '#testing/sample-records.ts'
import { listingDocument, searchTopics, toolDocument } from './search-document.ts'
import type { CatalogTool } from './questions.ts'

const voice = sampleTopic('voice', {
  name: 'Voice agents',
  asks: ['answer the phone'],
  names: ['Bland'],
  marks: ['voice agent'],
  categories: ['telephony'],
})
const categories = [{ slug: 'telephony', name: 'Telephony', description: 'Calls.' }]
const twilio = {
  ...sampleTool({ slug: 'twilio', name: 'Twilio', category: 'telephony' }),
  homepage: 'https://twilio.example',
  aliases: ['twil'],
  asks: ['send a text message'],
} as unknown as CatalogTool
const tools = new Map([[twilio.id, twilio]])

it('a listing is of the topics that its description says, with the names of its tools', () => {
  const record = sampleProduct({
    slug: 'ringer',
    description: 'A voice agent.',
    asks: ['book a table'],
    tool_ids: [twilio.id],
  })
  expect(listingDocument(record, tools, { topics: [voice] })).toMatchObject({
    topics: ['voice'],
    examples: ['book a table'],
    tools: [{ slug: 'twilio', name: 'Twilio', aliases: ['twil'] }],
    licence: null,
  })
})

it('a use case counts once the claim is verified', () => {
  const claimed = { slug: 'ringer', agent_use_case: 'support', workflow_summary: 'Rings.' } as const
  const of = (review: 'submitted' | 'verified') =>
    listingDocument(sampleProduct({ ...claimed, claim_review_status: review }), tools, {
      topics: [],
    }).useCase
  expect(of('submitted')).toBeNull()
  expect(of('verified')).toBe('support')
})

it('texts of a claim without a kind are not searched', () => {
  const record = sampleProduct({
    slug: 'ringer',
    workflow_summary: 'Rings.',
    qualification_type: null,
  })
  const { body } = listingDocument(record, tools, { topics: [] })
  expect(body).toEqual([])
})

it('a tool is of the topics of its category', () => {
  const document = toolDocument(twilio, { topics: [voice], categories })
  expect(document.topics).toEqual(['voice'])
  expect(document.body).toEqual(['Telephony', 'Calls.'])
})

it('a topic has the products that are not listed as rivals', () => {
  expect(searchTopics([voice]).get('voice')).toEqual({
    slug: 'voice',
    name: 'Voice agents',
    phrases: ['answer the phone'],
    rivals: ['Bland'],
  })
})
