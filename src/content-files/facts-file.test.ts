import { expect, it } from 'vitest'
import type { Fact } from '#contract/resources/facts.ts'
import { withFacts } from './facts-file.ts'
import type { ListingFile } from './schemas.ts'

const fact = (value: string, of = 'a'): Fact => ({
  fact: 'interface',
  value,
  day: null,
  source: `https://${of}.example/`,
})

it('facts of a file are shown, but for those of an editor and those that are not so', () => {
  const value = {
    facts: [fact('web', 'editor')],
    left_out_facts: [{ fact: 'interface', value: 'cli', reason: 'Its entry point has no module.' }],
  } as unknown as ListingFile
  const file = { repository: 'https://r.example/r', commit: 'a'.repeat(40) }
  const found = { slug: 'acme', value: { ...file, facts: [fact('web'), fact('cli'), fact('api')] } }
  const [listing] = withFacts([{ slug: 'acme', file: 'acme.yaml', value }], [found])
  expect(listing?.value.facts).toEqual([fact('web', 'editor'), fact('api')])
})
