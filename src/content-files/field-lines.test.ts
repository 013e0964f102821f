import { expect, it } from 'vitest'
import { withLine } from './field-lines.ts'

const file = 'content/listings/acme.yaml'
const text = `# A listing
name: Acme
overview: |
  tools: this line is text.
"description": It acts.
tools: [langgraph, python]
evidence:
  # The first
  - type: website
    url: http://acme.example
    shows: How.
  - {type: website, url: https://acme.example/b, shows: More.}
examples:
- one
- two
`

it.each([
  ['name: is there twice', 2],
  ['description: is too long', 5],
  ['tools: there is no content/tools/langgrap.yaml', 6],
  ['evidence.0.url: is not https', 10],
  ['evidence.1.shows: is too long', 12],
  ['examples.1: is too long', 15],
  ['tools.1: is no slug', 6],
])('%s is at its line', (problem, line) => {
  expect(withLine(file, text, `${file}: ${problem}`)).toBe(`${file}:${line}: ${problem}`)
})

it.each([
  `${file}: overview_x: is no field`,
  `${file}: line 3: bad indentation`,
  'other.yaml: name: is there twice',
])('%s has no line of its own', (problem) => {
  expect(withLine(file, text, problem)).toBe(problem)
})
