import path from 'node:path'
import { expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { readGuideLines } from './guide-lines.ts'

it('the guide has a short line for each kind and use case', async () => {
  const guide = await readGuideLines(path.resolve(import.meta.dirname, '../..'))
  for (const word of [...enums.qualificationType, ...enums.agentUseCase])
    expect(guide[word], word).toMatch(/^[A-Z][^.|]{10,109}$/)
  expect(guide['support']).toBe(
    'Answer the people who use a product or service, and solve their problems',
  )
})
