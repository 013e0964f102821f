import { apiVersion } from '#contract/api-version.ts'
import { allOperations } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { mcp } from '#contract/mcp.ts'
import type { Addresses } from '#core/addresses.ts'
import { everyReview } from '#present/product/reading-words.ts'

/** The content of /.well-known/agents.json. A test requests each URL in it. */
export function agentsManifest(to: Addresses, cli: { version: string; integrity: string }) {
  return {
    name: 'Proofstack',
    description: `A reviewed directory of agent-native, agent-built and agentic-workflow products and the stacks they are built with. ${everyReview} Reading and submitting need no key.`,
    site_url: to.site,
    api: {
      base_url: to.api,
      version: apiVersion,
      openapi_url: to.openapi,
      schema_url: to.schema,
      auth: { type: 'none', description: 'No keys and no accounts.' },
    },
    mcp: {
      endpoint: to.mcp,
      transport: mcp.transport,
      protocol_version: mcp.protocol_version,
      protocol_versions: [mcp.modern_protocol_version, mcp.protocol_version],
      server_card_url: to.serverCard,
      tools: allOperations.filter(({ isTool }) => isTool).map(({ id }) => id),
    },
    docs_url: to.docs,
    llms_url: to.llms,
    submission: {
      endpoint: to.submit,
      review: 'manual',
      review_status_template: to.reviewStatusTemplate,
      polling_interval_seconds: limits.polling_interval_seconds,
    },
    feeds: [
      { type: 'application/json', url: to.changes },
      { type: 'application/atom+xml', url: `${to.changelog}.atom` },
      { type: 'application/feed+json', url: `${to.changelog}.json` },
      { type: 'application/atom+xml', url: `${to.trends}.atom` },
      { type: 'application/feed+json', url: `${to.trends}.json` },
    ],
    cli: { tarball_url: to.cli(cli.version), ...cli },
    skills_url: to.skills,
    data_url: to.data('index.json'),
  }
}
