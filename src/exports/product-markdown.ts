import type { ProductDetail } from '#contract/resources/product.ts'
import type { Addresses } from '#core/addresses.ts'
import { startOf } from '#present/product/how-it-runs.ts'
import { lifecycleSentence } from '#present/product/lifecycle-words.ts'
import type { ListingView } from '#present/present.ts'
import { type Fact, factsOf } from '#present/product/product-facts.ts'
import { shownBy } from '#present/product/product-proof.ts'
import { pastEndOf } from '#present/product/support-words.ts'
import { words } from '#present/words.ts'
import { claimedSentence } from '#present/review/claim-words.ts'
import { readingSentence } from '#present/product/reading-words.ts'
import { documentOf, facts, link, plain, quotation, untrusted, webLink } from './markdown.ts'
import { latest } from './sitemap.ts'

/**
 * The page of a listing as Markdown. Enum values are spelled as in the API, so that readers can use
 * them in a query.
 */
export function productMarkdown(
  { product, evidence, correctedAt }: ListingView,
  to: Addresses,
): string {
  const { name, slug, url, editorial_summary, lifecycle, trust } = product
  const standing = lifecycleSentence(lifecycle)
  return documentOf([
    `# ${plain(name)}`,
    standing !== undefined &&
      `**${plain(standing)}**${lifecycle.source ? ` Source: ${webLink(lifecycle.source)}` : ''}`,
    facts([
      ['Page', `<${to.listing(slug)}>`],
      ['Listing reviewed', latest([product.approved_at, product.claim_reviewed_at])],
      ['Website', webLink(url)],
      ['JSON', `<${to.product(slug)}>`],
      ...factsOf(product, 'listing').map(stated),
      ['Topics', product.topics.map((slug) => link(slug, to.topic(slug))).join(', ') || null],
    ]),
    editorial_summary && `The editors: ${plain(editorial_summary)}`,
    '## What it is',
    untrusted,
    quotation([product.description, product.overview].filter(Boolean).join('\n\n')),
    `## ${words.stack_basis[product.stack_basis]}`,
    product.tools
      .map((tool) => `- ${link(tool.name, `${to.tool(tool.slug)}.md`)} (${tool.category})`)
      .join('\n') || 'No tool is named.',
    ...sourced(product),
    ...proof(product),
    ...compatibility(product, to),
    ...claim(product),
    '## Trust',
    trust &&
      facts([
        ['Review', trust.review_model],
        ['Reading', plain(readingSentence(product) ?? '')],
        ['Claimed', plain(claimedSentence(product.claimed) ?? '')],
        ['Corrected', correctedAt && correctedAt.slice(0, 10)],
        ['Entered by', trust.source_kind],
        ['Evidence', trust.source_quality],
        ['Claim verified', verifiedBy(product)],
        ['Note of the editors', trust.public_note && plain(trust.public_note)],
      ]),
    evidence
      .map(
        ({ type, url, shows }) =>
          `- ${plain(type)}: ${webLink(url)}${shows ? `. ${plain(shows)}` : ''}`,
      )
      .join('\n') || 'No evidence links are published.',
  ])
}

function stated({ label, values }: Fact): [string, string] {
  return [label, plain(values.join(', '))]
}

// The command that begins it, and a line for each fact, with its value as in the API.
function sourced(product: ProductDetail): string[] {
  const { facts: found } = product
  if (found.length === 0) return []
  const start = startOf(product)
  const command = start?.answer.isCommand ? [`- ${start.label}: \`${start.answer.text}\``] : []
  const rows = found.map(({ fact, value, day, source }) => {
    const of = day === null ? '' : `, ${day}`
    return `- ${fact}: ${plain(value)}${of}, ${webLink(source)}`
  })
  return ['## Facts', [...command, ...rows].join('\n')]
}

function proof({ proof: proved, tools: listed, activity }: ProductDetail): string[] {
  if (!proved) return []
  const { repository, licence, source_date, last_activity, archived, checked_at, tools } = proved
  const ended = new Map(
    pastEndOf({ proof: proved, tools: listed }).map((one) => [
      one.slug,
      `; asks for ${plain(one.asked)}, which ${one.ended}: ${webLink(one.source)}`,
    ]),
  )
  const rows = tools.map((tool) => {
    const { slug, state, level, source, since } = tool
    if (!level || !source) return `- ${slug}: no manifest names it`
    const later = state === 'stale' ? '; a later look found it no more' : ''
    const begun = since ? `, since ${since.slice(0, 10)}` : ''
    const shows = shownBy(tool)
    return `- ${slug}: ${level}${shows ? `, ${plain(shows)}` : ''}, ${webLink(source)}${begun}${later}${ended.get(slug) ?? ''}`
  })
  const past = proved.past_tools.map(
    ({ slug, since, until }) => `- ${slug}, from ${since.slice(0, 10)} to ${until.slice(0, 10)}`,
  )
  return [
    '## Proof',
    facts([
      ['Repository', webLink(repository)],
      ['Licence', licence && plain(licence)],
      ['Source as of', source_date],
      ['Newest commit seen', last_activity],
      ['Activity', activity && `${activity.state}, seen up to ${activity.as_of}`],
      ['Archived', archived === null ? null : archived ? 'yes' : 'no'],
      ['Looked at', checked_at],
      ['First commit', proved.first_commit],
    ]),
    rows.join('\n'),
    ...(past.length > 0 ? ['Former tools:', past.join('\n')] : []),
  ]
}

function verifiedBy({ trust, claim_verified_by: by }: ProductDetail): string | null {
  if (!trust?.verified_at) return null
  return by ? `${trust.verified_at}, by ${plain(by)}` : trust.verified_at
}

function compatibility({ compatibility_matrix }: ProductDetail, to: Addresses): string[] {
  if (compatibility_matrix.length === 0) return []
  const rows = compatibility_matrix.map(
    ({ tool, status, note }) =>
      `- ${link(tool.name, `${to.tool(tool.slug)}.md`)}: ${status}${note ? `. ${plain(note)}` : ''}`,
  )
  return ['## Compatibility', rows.join('\n')]
}

// The claim of the owner. Its texts are quoted as untrusted; its URLs become links.
function claim(product: ProductDetail): (string | false)[] {
  if (!product.qualification_type) return []
  const claimed = factsOf(product, 'claim')
  const links = claimed.filter(({ isLinks }) => isLinks)
  const words = claimed.filter(({ isLinks, isOwners }) => isOwners && !isLinks)
  const others = claimed.filter(({ isLinks, isOwners }) => !isOwners && !isLinks)
  return [
    '## Claim',
    facts(others.map(stated)),
    words.length > 0 && untrusted,
    words.length > 0 &&
      quotation(words.map(({ label, values }) => `${label}: ${values.join(', ')}`).join('\n\n')),
    ...links.map(
      ({ label, values }) => `${label}:\n\n${values.map((url) => `- ${webLink(url)}`).join('\n')}`,
    ),
  ]
}
