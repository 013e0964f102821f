import { z } from 'zod'
import { fileAnswer, operation, response } from '#contract/operation.ts'
import { Slug, resource } from '#contract/resources/fields.ts'

const Topic = resource('Topic', 'What products and tools are for.', {
  slug: Slug.describe('The stable name of the topic, for `topic` of GET /products.'),
  name: z.string().describe('Its name.'),
  description: z.string().describe('A sentence about its products.'),
  product_count: z.int().min(0).describe('How many listings have it.'),
})

export const listTopics = operation({
  id: 'list_topics',
  path: '/topics',
  summary: 'List topics',
  description: 'Every topic that `topic` of GET /products takes, with its number of listings.',
  responses: {
    200: response('The topics.', { topics: z.array(Topic).describe('The topics.') }),
  },
  ...fileAnswer,
})
