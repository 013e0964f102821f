import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { documentOf, facts, link, plain, quotation, untrusted, webLink } from './markdown.ts'

/**
 * The page of a listing as Markdown. Words of closed sets stand as the API spells them, so that a
 * reader can ask with them.
 */
export function productMarkdown(product: ProductDetail, to: Addresses): string {
  const { name, slug, url, editorial_summary, trust } = product
  return documentOf([
    `# ${plain(name)}`,
    facts([
      ['Page', `<${to.listing(slug)}>`],
      ['As of', asOf(product)],
      ['Website', webLink(url)],
      ['JSON', `<${to.api}/products/${slug}>`],
      ['Approved', product.approved_at],
      ['Launched', product.launch_date],
      ['By', product.founder_name && plain(product.founder_name)],
      ['For', product.audience_tags.join(', ')],
      ['Badge', product.badge_verified && 'found on its website'],
    ]),
    editorial_summary && `The editors: ${plain(editorial_summary)}`,
    '## In the words of its owner',
    untrusted,
    quotation([product.description, product.overview].filter(Boolean).join('\n\n')),
    '## Stack',
    product.tools
      .map((tool) => `- ${link(tool.name, `${to.tool(tool.slug)}.md`)} (${tool.category})`)
      .join('\n') || 'No tool is named.',
    ...compatibility(product, to),
    ...claim(product),
    '## Trust',
    trust &&
      facts([
        ['Review', trust.review_model],
        ['Entered by', trust.source_kind],
        ['Evidence', trust.source_quality],
        ['Claim verified', trust.verified_at],
        ['Note of the editors', trust.public_note && plain(trust.public_note)],
      ]),
    trust?.evidence.map((piece) => `- ${plain(piece.type)}: ${webLink(piece.url)}`).join('\n') ||
      'No evidence links are published.',
  ])
}

/** The last time an editor looked at it. */
function asOf({
  approved_at,
  claim_reviewed_at,
}: Pick<ProductDetail, 'approved_at' | 'claim_reviewed_at'>): string | null {
  return (
    [approved_at, claim_reviewed_at]
      .filter((moment) => moment !== null)
      .sort()
      .at(-1) ?? null
  )
}

function compatibility({ compatibility_matrix }: ProductDetail, to: Addresses): string[] {
  if (compatibility_matrix.length === 0) return []
  const rows = compatibility_matrix.map(
    ({ tool, status, note }) =>
      `- ${link(tool.name, `${to.tool(tool.slug)}.md`)}: ${status}${note ? `. ${plain(note)}` : ''}`,
  )
  return ['## Compatibility', rows.join('\n')]
}

function claim(product: ProductDetail): (string | false)[] {
  if (!product.qualification_type) return []
  const { qualification_statement, workflow_summary, agent_tools_used, supporting_links } = product
  const words = [
    qualification_statement && `Why it qualifies: ${qualification_statement}`,
    workflow_summary && `Workflow: ${workflow_summary}`,
    agent_tools_used.length > 0 && `Its agents use: ${agent_tools_used.join(', ')}`,
  ].filter((text) => text !== null && text !== false)
  return [
    '## Claim',
    facts([
      ['Kind', product.qualification_type],
      ['Use case', product.agent_use_case],
      ['Review', product.claim_review_status],
      ['Reviewed', product.claim_reviewed_at],
      ['Verified by', product.claim_verified_by && plain(product.claim_verified_by)],
      [
        'Evidence that was read',
        product.claim_evidence_summary && plain(product.claim_evidence_summary),
      ],
      ['Editors', product.claim_review_notes && plain(product.claim_review_notes)],
      ['In the agent directory', product.is_agent_product ? 'yes' : 'no'],
    ]),
    words.length > 0 && untrusted,
    words.length > 0 && quotation(words.join('\n\n')),
    supporting_links.length > 0 &&
      `Links that the owner gives:\n\n${supporting_links.map((url) => `- ${webLink(url)}`).join('\n')}`,
  ]
}
