import { expect, it } from 'vitest'
import type { FactKind } from '#contract/resources/facts.ts'
import { sampleFact as fact } from '#testing/sample-records.ts'
import { factsInWords } from './fact-words.ts'

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
  const told = (kind: FactKind) => factsInWords(facts, kind).map(({ text }) => text)
  expect(told('hosting')).toEqual(['On your own machines', 'Hosted by its makers'])
  expect(told('start')).toEqual(['Compose file'])
  expect(told('package')).toEqual(['npm: @acme/code', 'docker: ghcr.io/acme/code'])
  expect(told('latest_release')).toEqual(['1.2.3, 2 Nov 2026'])
  expect(told('contributors')).toEqual(['12'])
  expect(told('pricing')).toEqual(['acme.example/pricing'])
})
