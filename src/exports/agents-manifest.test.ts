import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { agentsManifest } from './agents-manifest.ts'

const to = addresses('https://directory.example')
const cli = { version: '1.0.0-abc', integrity: 'sha512-abc' }

it('agents.json has the addresses of the API, the MCP server, the documentation and the submission', () => {
  expect(agentsManifest(to, cli)).toMatchObject({
    name: 'Proofstack',
    site_url: 'https://directory.example',
    api: {
      base_url: 'https://directory.example/api/v1',
      openapi_url: 'https://directory.example/api/v1/openapi',
      schema_url: 'https://directory.example/api/v1/schema',
      auth: { type: 'none' },
    },
    mcp: {
      endpoint: 'https://directory.example/mcp',
      transport: 'streamable-http',
      protocol_version: '2025-11-25',
    },
    docs_url: 'https://directory.example/docs',
    llms_url: 'https://directory.example/llms.txt',
    submission: {
      endpoint: 'https://directory.example/api/v1/submit',
      review: 'manual',
      polling_interval_seconds: 300,
    },
  })
})

it('agents.json lists the tools of the MCP server in their order', () => {
  // Spec, Hosted MCP server, and decision, MCP: "Tools in this order".
  expect(agentsManifest(to, cli).mcp.tools).toEqual([
    'list_tools',
    'search',
    'list_products',
    'get_product',
    'submit_product',
    'lookup_by_url',
    'recommend_products',
    'compare_products',
    'list_changelog',
    'detect_stack',
    'get_tool',
    'list_trends',
  ])
})
