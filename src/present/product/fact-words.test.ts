import { expect, it } from 'vitest'
import { sampleFact as fact } from '#testing/sample-records.ts'
import { sourcedFacts } from './fact-words.ts'

it('facts are told in words by their kinds, and no value of an earlier set', () => {
  const facts = [
    fact('hosting', 'self_hosted'),
    fact('hosting', 'cloud'),
    fact('start', 'npx acme'),
    fact('start', 'compose'),
    fact('package', 'pkg:npm/%40acme/code'),
    fact('package', 'pkg:docker/acme/code?repository_url=ghcr.io'),
    fact('latest_release', '1.2.3', '2026-11-02'),
    fact('contributors', '12', '2026-11-03'),
    fact('pricing', 'https://www.acme.example/pricing'),
  ]
  const told = sourcedFacts(facts).map(
    ({ label, values }) => `${label}: ${values.map(({ text }) => text).join(' | ')}`,
  )
  expect(told).toEqual([
    'Hosting: On your own machines | Hosted by its makers',
    'Start: Compose file',
    'Package: npm: @acme/code | docker: ghcr.io/acme/code',
    'Latest release: 1.2.3, 2 Nov 2026',
    'Contributors: 12',
    'Pricing: acme.example/pricing',
  ])
})
