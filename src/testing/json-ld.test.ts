import { expect, it } from 'vitest'
import { jsonLdOf, problemsOf } from './json-ld.ts'

it('an unknown type or property of schema.org, and an address without a host, are problems', () => {
  expect(problemsOf({ '@type': 'Webpage' })).toEqual([': the type Webpage is not known'])
  expect(problemsOf({ '@type': 'WebPage', title: 'x', url: '/x' })).toEqual([
    ': WebPage has no title',
    ': url is not an absolute address: /x',
  ])
})

it('breadcrumbs with a gap are a problem, and complete ones are not', () => {
  const step = (position: number) => ({
    '@type': 'ListItem',
    position,
    name: 'n',
    item: 'https://proofstack.example/n',
  })
  const crumbs = (...itemListElement: unknown[]) => ({ '@type': 'BreadcrumbList', itemListElement })
  expect(problemsOf(crumbs(step(1), step(2)))).toEqual([])
  expect(problemsOf(crumbs(step(1), step(3)))).toEqual([': item 2 has another position'])
  expect(problemsOf(crumbs({ ...step(1), item: undefined }))).toContain(
    ': item 1 has no name or address',
  )
})

it('broken JSON is an error', () => {
  expect(() => jsonLdOf('<script type="application/ld+json">{</script>')).toThrow(SyntaxError)
})
