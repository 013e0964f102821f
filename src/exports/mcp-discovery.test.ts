import { expect, it } from 'vitest'
import { addresses } from '#core/addresses.ts'
import { servedVersions } from '#mcp/modern.ts'
import { ardManifest, registryEntry, serverCard } from './mcp-discovery.ts'

const to = addresses('https://tools.directory.example')

// The name, title and description of the schema 2025-12-11 of the registry; the server card uses them too.
const isNamed = {
  name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: expect.stringMatching(/^.{1,100}$/),
  description: expect.stringMatching(/^.{1,100}$/),
  version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  websiteUrl: 'https://tools.directory.example',
}

it('the entry of the registry is named by the host in reverse, and has the address of the server', () => {
  expect(registryEntry(to)).toMatchObject(isNamed)
  expect(registryEntry(to)).toMatchObject({
    name: 'example.directory.tools/directory',
    remotes: [{ type: 'streamable-http', url: to.mcp }],
  })
})

it('the server card names the versions that discovery offers', () => {
  expect(serverCard(to)).toMatchObject(isNamed)
  expect(serverCard(to).remotes[0]?.supportedProtocolVersions).toEqual(servedVersions)
})

it('the manifest of ARD names what agents can use here, each under this site, and none is vouched for', () => {
  const skill = { slug: 'find-a-stack', description: 'Finds.', markdown: '' }
  const { entries, ...manifest } = ardManifest([skill], to)
  expect(manifest).toMatchObject({ specVersion: '1.0', host: { displayName: 'Proofstack' } })
  expect(entries.map(({ identifier, type }) => [identifier, type])).toEqual([
    ['urn:air:tools.directory.example:mcp:proofstack', 'application/mcp-server-card+json'],
    ['urn:air:tools.directory.example:registry:listings', 'application/ai-registry+json'],
    ['urn:air:tools.directory.example:api:proofstack', 'application/vnd.oai.openapi+json'],
    [
      'urn:air:tools.directory.example:skill:find-a-stack',
      'text/markdown; profile="urn:air:agent-skills"',
    ],
  ])
  for (const entry of entries) expect(entry).not.toHaveProperty('trustManifest')
})
