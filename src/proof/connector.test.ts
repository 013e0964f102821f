import { expect, it } from 'vitest'
import { isConnector } from './connector.ts'

it.each([
  ['pkg:pypi/langchain-openai', 'openai'],
  ['pkg:npm/%40langchain/openai', 'openai'],
  ['pkg:npm/langfuse-langchain', 'langfuse'],
  ['pkg:pypi/langgraph-checkpoint-postgres', 'postgresql'],
  ['pkg:pypi/llama-index-vector-stores-qdrant', 'qdrant'],
  ['pkg:npm/%40ai-sdk/anthropic', 'anthropic'],
  ['pkg:npm/%40openrouter/ai-sdk-provider', 'openrouter'],
  ['pkg:npm/ai-sdk-ollama', 'ollama'],
  ['pkg:pypi/jina-haystack', 'jina-ai'],
  ['pkg:pypi/livekit-plugins-silero', 'silero'],
])('%s connects a framework with %s', (named, tool) => {
  expect(isConnector(named, tool)).toBe(true)
})

it.each([
  ['pkg:pypi/langchain-openai', 'langchain'],
  ['pkg:npm/%40ai-sdk/anthropic', 'vercel-ai-sdk'],
  ['pkg:npm/%40langchain/langgraph', 'langgraph'],
  ['pkg:pypi/langgraph-checkpoint-postgres', 'langgraph'],
  ['pkg:pypi/openai', 'openai'],
  ['pkg:pypi/zai-sdk', 'glm'],
  ['pkg:pypi/xai-sdk', 'xai'],
])('%s is a part of %s', (named, tool) => {
  expect(isConnector(named, tool)).toBe(false)
})

it.each(['pkg:npm/%40ai-sdk/mcp', 'pkg:pypi/langchain-mcp-adapters'])(
  '%s implements a protocol and is no connector',
  (named) => {
    expect(isConnector(named, 'model-context-protocol')).toBe(false)
  },
)
