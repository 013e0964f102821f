// Makes the lines of one product in the text of a tool's result.
import { limits } from '#contract/limits.ts'
import { factKinds } from '#contract/resources/facts.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import type { ProductProof } from '#contract/resources/proof.ts'
import { type Answer, connectOf, startOf } from '#present/product/how-it-runs.ts'
import { shownBy } from '#present/product/product-proof.ts'
import { type PastEnd, pastEndOf } from '#present/product/support-words.ts'
import { words } from '#present/words.ts'
import { fenced } from './fenced.ts'
import { claimFact, proofFacts } from './listing-line.ts'

// Only facts with closed sets of values: others have words of a repository.
function choiceFacts({ facts }: ProductDetail): string[] {
  return (['hosting', 'interface', 'deploy'] as const).flatMap((kind) => {
    const values = facts.filter(({ fact }) => fact === kind).map(({ value }) => value)
    return values.length === 0 ? [] : [`${kind}: ${values.join(', ')}`]
  })
}

/** What one chooses by, of a product that is compared: how it is hosted, its price, its note. */
export function choosingLines(product: ProductDetail): string[] {
  const price = product.facts.find(({ fact }) => fact === 'pricing')?.value
  const note = product.trust?.public_note
  const said = [
    ...choiceFacts(product),
    ...(price ? [`prices: ${fenced(price, limits.url)}`] : []),
    ...(note ? [`note of the editors: ${note}`] : []),
  ]
  return said.length === 0 ? [] : [`- ${product.slug}: ${said.join('; ')}`]
}

const startText = ({ text, href, isCommand }: Answer) => (isCommand ? text : `${text}, ${href}`)

/** All facts of a product, one on each line. */
export function productLines(product: ProductDetail): string[] {
  const { trust, overview, qualification_statement: statement, proof, tools } = product
  const [start, connect] = [startOf(product), connectOf(product)]
  const release = product.facts.find(({ fact }) => fact === 'latest_release')
  return [
    `What it does: ${fenced(product.description)}`,
    `Facts: ${[...claimFact(product), ...choiceFacts(product), ...proofFacts(product, tools.length)].join('; ')}`,
    `Homepage: ${fenced(product.url, limits.url)}`,
    ...(proof ? [`Repository: ${fenced(proof.repository, limits.url)}`] : []),
    ...(release
      ? [`${factKinds.latest_release.label}: ${fenced(release.value)} ${release.day ?? ''}`]
      : []),
    ...(start ? [`${start.label}: ${fenced(startText(start.answer))}`] : []),
    ...(connect ? [`${factKinds.connect.label}: ${fenced(connect.text)}`] : []),
    ...(statement ? [`Why it qualifies: ${fenced(statement)}`] : []),
    ...(product.editorial_summary ? [`The editors: ${product.editorial_summary}`] : []),
    ...(trust?.public_note ? [`Note of the editors: ${trust.public_note}`] : []),
    `${words.stack_basis[product.stack_basis]}: ${tools.map(({ slug, name }) => `${name} (${slug})`).join(', ')}`,
    ...(proof ? proofLines(proof) : []),
    ...pastEndLines(pastEndOf(product)),
    ...worksWithLines(product),
    ...(overview ? [`Overview: ${fenced(overview, 1500)}`] : []),
    ...(trust
      ? [
          `Evidence: ${trust.source_quality}; ${fenced(trust.evidence.map(({ url }) => url).join(' ') || trust.source_url, 2000)}`,
        ]
      : []),
  ]
}

/** A sentence on each tool that is past its end. */
// The expression is written by the repository where it cannot be said in short.
export const pastEndLines = (ended: readonly PastEnd[]) =>
  ended.map(
    ({ asked, ended: when, source }) => `Asks for ${fenced(asked)}, which ${when}: ${source}`,
  )

/** What a product works with, a line for each way in which it does. */
function worksWithLines({ compatibility_matrix }: ProductDetail): string[] {
  const ways = Map.groupBy(compatibility_matrix, ({ status, note }) =>
    note ? `${status}, ${note}` : status,
  )
  return [...ways].map(
    ([way, of]) => `Works with (${way}): ${of.map(({ tool }) => tool.slug).join(', ')}`,
  )
}

const mostProof = 4_000

/**
 * The source lines that prove tools, with what they show if that leaves room for all of them. They
 * are grouped by the URL of their repository at a commit.
 */
function proofLines({ tools, past_tools }: ProductProof): string[] {
  const proved = tools.flatMap((tool) => {
    const { slug, level, source, commit, state, since } = tool
    if (state !== 'proved' || source === null) return []
    const end = source.indexOf(commit) + commit.length + 1
    const begun = since ? ` since ${since.slice(0, 7)}` : ''
    const line = `${slug} ${level}${begun} ${source.slice(end)}`
    const shows = shownBy(tool)
    const whole = shows ? `${line} (${shows})` : line
    return [{ base: source.slice(0, end), line, whole }]
  })
  const listed = (of: typeof proved) => {
    const long = of.map(({ whole }) => whole).join(', ')
    return long.length <= mostProof ? long : of.map(({ line }) => line).join(', ')
  }
  const past = past_tools.map(({ slug, until }) => `${slug} until ${until.slice(0, 7)}`)
  return [
    ...[...Map.groupBy(proved, ({ base }) => base)].map(
      ([base, of]) => `Proof at ${fenced(base, limits.url)}: ${fenced(listed(of), mostProof)}`,
    ),
    ...(past.length > 0 ? [`Built with before: ${past.join(', ')}`] : []),
  ]
}
