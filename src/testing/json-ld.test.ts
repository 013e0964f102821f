import { expect, it } from 'vitest'
import { jsonLdOf, problemsOf } from './json-ld.ts'

it('a type or property that schema.org does not have, and an address without its host, are told', () => {
  expect(problemsOf({ '@type': 'Webpage' })).toEqual([': the type Webpage is not known'])
  expect(problemsOf({ '@type': 'WebPage', title: 'x', url: '/x' })).toEqual([
    ': WebPage has no title',
    ': url is no whole address: /x',
  ])
})

it('a way with a gap is told, and a whole one is not', () => {
  const step = (position: number) => ({
    '@type': 'ListItem',
    position,
    name: 'n',
    item: 'https://proofstack.example/n',
  })
  const way = (...itemListElement: unknown[]) => ({ '@type': 'BreadcrumbList', itemListElement })
  expect(problemsOf(way(step(1), step(2)))).toEqual([])
  expect(problemsOf(way(step(1), step(3)))).toEqual([': place 2 is not so called'])
  expect(problemsOf(way({ ...step(1), item: undefined }))).toContain(': 1 leads nowhere')
})

it('what cannot be read fails', () => {
  expect(() => jsonLdOf('<script type="application/ld+json">{</script>')).toThrow(SyntaxError)
})
