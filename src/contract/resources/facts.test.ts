import { expect, it } from 'vitest'
import { EnteredFacts, type Fact, joinFacts } from './facts.ts'

const source = 'https://acme.example/pricing'
const fact = (kind: Fact['fact'], value: string): Fact => ({
  fact: kind,
  value,
  day: null,
  source,
})

it('a fact of the editors wins over the same one of a machine, and stands in the order of kinds', () => {
  const byEditors = [fact('pricing', 'https://acme.example/plans'), fact('hosting', 'cloud')]
  const found = [
    fact('pricing', source),
    { ...fact('hosting', 'cloud'), source: 'https://acme.example/' },
    fact('interface', 'cli'),
    fact('interface', 'web'),
    fact('hosting', 'self_hosted'),
  ]
  expect(joinFacts(byEditors, found)).toEqual([
    fact('hosting', 'self_hosted'),
    fact('hosting', 'cloud'),
    fact('interface', 'web'),
    fact('interface', 'cli'),
    fact('pricing', 'https://acme.example/plans'),
  ])
})

it.each([
  [[{ fact: 'hosting', value: 'moon', source }], '0.value: is not self_hosted, cloud'],
  [[fact('start', 'npx acme')], '0.value: is not command, mcp_server, compose'],
  [[fact('connect', 'npx acme')], '0.value: is not in the form'],
  [[{ fact: 'contributors', value: 'many', source }], '0.value: is not in the form'],
  [[{ fact: 'hosting', value: 'cloud' }], '0.source: '],
  [[fact('pricing', source), fact('pricing', `${source}/2`)], ': has a fact twice'],
])('%j is refused', (entered, reason) => {
  const { error } = EnteredFacts.safeParse(entered)
  const problems = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(problems).toEqual([expect.stringContaining(reason)])
})
