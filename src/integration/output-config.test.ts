import { expect, it } from 'vitest'
import { cachePolicies } from '#contract/operation.ts'
import { addresses } from '#core/addresses.ts'
import { router } from '#hosting/router.ts'
import { withOurFunction, withOurRoutes } from './output-config.ts'

function headersOf(site: string, address: string, isFound = true) {
  const config = { routes: [{ handle: 'filesystem' as const }] }
  const routes = withOurRoutes(config, ['docs.md'], addresses(site))
  const find = () => (isFound ? { kind: 'function' as const, name: '_render' } : undefined)
  return router({ version: 3, ...routes }, find)('GET', address, {}).headers
}

it('a site with TLS has Strict-Transport-Security at every address, a missing one too; a site without TLS has none', () => {
  for (const address of ['/', '/product/n8n', '/api/v1/products', '/mcp', '/data/index.json']) {
    const secure = headersOf('https://proofstack.example', address)
    expect(secure['strict-transport-security']).toBe('max-age=31536000')
    const plain = headersOf('http://localhost:4321', address)
    expect(plain).not.toHaveProperty('strict-transport-security')
  }
  const missing = headersOf('https://proofstack.example', '/nothing', false)
  expect(missing['strict-transport-security']).toBe('max-age=31536000')
})

it('the first page and every answer of the API name the schemas, the docs, llms.txt, agents.json and the API catalogue', () => {
  const addresses = ['/', '/api/v1', '/api/v1/tools', '/api/v1/products/n8n', '/api/v1/submit']
  for (const address of addresses) {
    const { link } = headersOf('https://proofstack.example', address)
    expect(link).toBe(
      [
        '<https://proofstack.example/api/v1/schema>; rel="describedby"',
        '<https://proofstack.example/api/v1/openapi>; rel="service-desc"',
        '<https://proofstack.example/docs>; rel="service-doc"',
        '<https://proofstack.example/llms.txt>; rel="alternate"; type="text/plain"',
        '<https://proofstack.example/.well-known/agents.json>; rel="service-meta"',
        '<https://proofstack.example/.well-known/ard.json>; rel="ard"',
        '<https://proofstack.example/.well-known/api-catalog>; rel="api-catalog"',
      ].join(', '),
    )
  }
  expect(headersOf('https://proofstack.example', '/product/n8n')).not.toHaveProperty('link')
})

it('the API catalogue is a linkset of RFC 9727 for any origin, with a link to itself', () => {
  const headers = headersOf('https://proofstack.example', '/.well-known/api-catalog')
  expect(headers).toMatchObject({
    'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    'access-control-allow-origin': '*',
    link: '<https://proofstack.example/.well-known/api-catalog>; rel="api-catalog"',
  })
})

it('schemas of content files are open to any origin, and revalidated', () => {
  expect(headersOf('https://proofstack.example', '/schemas/listing.json')).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': cachePolicies.revalidated,
  })
})

const adapterSettings = { runtime: 'nodejs24.x', handler: 'entry.mjs', maxDuration: 15 }

it('a function keeps the settings of the adapter, and gets its memory', () => {
  expect(withOurFunction(adapterSettings, undefined)).toEqual({ ...adapterSettings, memory: 1_024 })
})

it('a given region is the only region', () => {
  expect(withOurFunction(adapterSettings, 'fra1')).toMatchObject({ regions: ['fra1'] })
})
