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
    { title: 'its own name', task: 'support', useCase: 'support' },
    {
      title: 'its own name with an underscore',
      task: 'browser_automation',
      useCase: 'browser_automation',
    },
    {
      title: 'its own name with a space',
      task: 'browser automation',
      useCase: 'browser_automation',
    },
    {
      title: 'its own name with a hyphen',
      task: 'Browser-Automation',
      useCase: 'browser_automation',
    },
    { title: 'its own name in a sentence', task: 'something for sales, please', useCase: 'sales' },
    { title: 'a phrase', task: 'help desk', useCase: 'support' },
    { title: 'a phrase in any case and punctuation', task: 'HELP-DESK!', useCase: 'support' },
    { title: 'a phrase with accents and in full width', task: 'Hélp ｄｅｓｋ', useCase: 'support' },
    { title: 'a phrase with underscores', task: 'live_chat', useCase: 'support' },
    {
      title: 'a phrase inside a sentence',
      task: 'We answer phone calls at night',
      useCase: 'voice',
    },
    { title: 'a phrase that has a hyphen', task: 'real time voice', useCase: 'voice' },
    {
      title: 'the longest phrase',
      task: 'customer support in a browser',
      useCase: 'browser_automation',
    },
    {
      title: 'the longest phrase, wherever it stands',
      task: 'crm with live chat',
      useCase: 'support',
    },
    {
      title: 'a phrase over a shorter own name',
      task: 'a sales agent for voice',
      useCase: 'sales',
    },
    { title: 'two phrases of one use case', task: 'help desk, live chat', useCase: 'support' },
  ])('understands $title: $task is $useCase', ({ task, useCase }) => {
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
