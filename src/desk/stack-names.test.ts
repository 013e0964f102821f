import { expect, it } from 'vitest'
import { namesOne } from './stack-names.ts'

const openai = { slug: 'openai', name: 'OpenAI', aliases: ['open ai', 'gpt'] }
const langchain = { slug: 'langchain', name: 'LangChain.js', aliases: [] }

it.each([
  ['OpenAI models', true],
  ['GPT-5', true],
  ['open-ai', true],
  ['LangChain', true],
  ['LiveKit', false],
  ['OpenAIR', false],
  ['chain', false],
  ['✅', false],
])('%j names a tool of the stack: %j', (term, isNamed) => {
  expect(namesOne(['Deepgram', term], [openai, langchain])).toBe(isNamed)
})
