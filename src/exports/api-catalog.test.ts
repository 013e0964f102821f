import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { apiCatalog } from './api-catalog.ts'

const to = addresses('https://directory.example')

it('the catalogue names the API and the MCP server, each with the addresses of its descriptions', () => {
  const { linkset } = apiCatalog(to)
  const [catalogue, ...described] = linkset
  expect(catalogue).toEqual({
    anchor: 'https://directory.example/.well-known/api-catalog',
    item: [{ href: 'https://directory.example/api/v1' }, { href: 'https://directory.example/mcp' }],
  })
  expect(described.map(({ anchor }) => anchor)).toEqual(catalogue!.item!.map(({ href }) => href))
  expect(described[0]).toMatchObject({
    'service-desc': [{ href: 'https://directory.example/api/v1/openapi' }],
    'service-doc': [{ href: 'https://directory.example/docs' }],
    status: [{ href: 'https://directory.example/api/health' }],
  })
})

it('every relation has at least one link, and every link an address, as RFC 9264 requires', () => {
  for (const { anchor, ...relations } of apiCatalog(to).linkset) {
    const links = Object.values(relations).flat()
    expect(links.length).toBeGreaterThan(0)
    for (const address of [anchor, ...links.map((link) => link?.href ?? '')])
      expect(URL.canParse(address)).toBe(true)
  }
})
