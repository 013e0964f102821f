import { describe, expect, it } from 'vitest'
import { type UseCaseAliases, normalizeTask } from './use-case.ts'

const aliases: UseCaseAliases[] = [
  { slug: 'support', phrases: ['customer support', 'help desk', 'live chat', 'call center'] },
  { slug: 'voice', phrases: ['voice agent', 'phone calls', 'real-time voice'] },
  { slug: 'sales', phrases: ['sales agent', 'crm', 'sales calls'] },
  { slug: 'browser_automation', phrases: ['web agent', 'customer support in a browser'] },
  { slug: 'operations', phrases: ['ops'] },
]

describe('normalizeTask', () => {
  it.each([
    ['its own name', 'support', 'support'],
    ['its own name with an underscore', 'browser_automation', 'browser_automation'],
    ['its own name with a space', 'browser automation', 'browser_automation'],
    ['its own name with a hyphen', 'Browser-Automation', 'browser_automation'],
    ['its own name in a sentence', 'something for sales, please', 'sales'],
    ['a phrase', 'help desk', 'support'],
    ['a phrase in any case and punctuation', 'HELP-DESK!', 'support'],
    ['a phrase with accents and in full width', 'Hélp ｄｅｓｋ', 'support'],
    ['a phrase with underscores', 'live_chat', 'support'],
    ['a phrase inside a sentence', 'We answer phone calls at night', 'voice'],
    ['a phrase that has a hyphen', 'real time voice', 'voice'],
    ['the longest phrase', 'customer support in a browser', 'browser_automation'],
    ['the longest phrase, wherever it stands', 'crm with live chat', 'support'],
    ['a phrase over a shorter own name', 'a sales agent for voice', 'sales'],
    ['two phrases of one use case', 'help desk, live chat', 'support'],
  ])('understands %s: %s is %s', (_, task, useCase) => {
    expect(normalizeTask(task, aliases)).toBe(useCase)
  })

  it.each([
    { title: 'phrases of two use cases, equally long', task: 'phone calls or sales calls' },
    { title: 'no phrase', task: 'make coffee' },
    { title: 'a phrase that begins inside a word', task: 'shops' },
    { title: 'a phrase that ends inside a word', task: 'help desks' },
    { title: 'half of a phrase', task: 'desk' },
    { title: 'a phrase with another word inside', task: 'help my desk' },
    { title: 'a use case without a row of its own', task: 'research' },
    { title: 'nothing', task: '' },
    { title: 'punctuation', task: '?! 🚀' },
  ])('is null for $title: $task', ({ task }) => {
    expect(normalizeTask(task, aliases)).toBeNull()
  })

  it('is null without aliases', () => {
    expect(normalizeTask('support', [])).toBeNull()
  })

  it('never takes a phrase that folds to nothing', () => {
    expect(normalizeTask('?!', [{ slug: 'sales', phrases: ['…'] }])).toBeNull()
    expect(normalizeTask('', [{ slug: 'sales', phrases: ['…'] }])).toBeNull()
  })
})
