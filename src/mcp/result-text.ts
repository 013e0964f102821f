// Makes the text of each tool's result. Many MCP clients give a model only this text, so it has
// every item of the structured content. Facts that the query is about come first.
import type { operations } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { Output } from '#contract/operation.ts'
import type { ChangeOrRemoval } from '#contract/resources/change.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { cut } from '#contract/text.ts'
import type { Addresses } from '#core/addresses.ts'
import { plural } from '#core/plural.ts'
import { stackFilter } from '#core/stack.ts'
import { commaList } from '#present/lists/browse.ts'
import { unknownGroups } from '#present/detected-words.ts'
import { compare } from '#present/product/comparison.ts'
import { lifecycleSentence } from '#present/product/lifecycle-words.ts'
import { pastEnd } from '#present/product/support-words.ts'
import { type CatalogNow, listingLine } from './listing-line.ts'
import { choosingLines, pastEndLines, productLines } from './product-lines.ts'
import { fenceNotice, fenced, hasFence } from './fenced.ts'
import type { ToolId } from './tools.ts'

export interface TextContext {
  to: Addresses
  /** The arguments of the call. */
  given: Record<string, unknown>
  /** Has facts about products that the structured content leaves out. */
  catalog: Pick<CatalogNow, 'product' | 'tools' | 'toolsBySlug'>
  /** The maximum number of characters of all lines together. */
  room: number
}

interface ResultText {
  lead: string
  lines: string[]
  /** A sentence on how to get the next page. */
  more?: string | undefined
}

type Body<K extends ToolId> = Output<(typeof operations)[K]>

/** The bounds of the length of a product's line, in characters. Within them the budget decides. */
export const lineRoom = { least: 220, most: 600 } as const

/** Characters reserved for the first line, the notice about untrusted text, and the last line. */
export const headRoom = 500

/** The text of a result: a line about all of it, one for each item, and how to get more. */
export function resultText<K extends ToolId>(id: K, body: Body<K>, context: TextContext): string {
  const make = texts[id] as (answer: Body<K>, context: TextContext) => ResultText
  const { lead, lines, more } = make(body, context)
  const notice = hasFence(lead) || lines.some(hasFence) ? [fenceNotice] : []
  return cut([lead, ...notice, ...lines, ...(more ? [more] : [])].join('\n'), limits.mcp_text)
}

/** The maximum number of characters for each of `count` lines. */
function roomOfLine(count: number, { room }: TextContext, least: number = lineRoom.least): number {
  const share = Math.floor((Math.min(room, limits.mcp_text) - headRoom) / count)
  return Math.min(lineRoom.most, Math.max(least, share))
}

const day = (timestamp: string | null) => timestamp?.slice(0, 10) ?? 'never'

const moreBy = (left: number, argument: string) =>
  left > 0 ? `${left} more: ask with ${argument}.` : undefined

const joined = (...sentences: (string | undefined)[]) => sentences.filter(Boolean).join(' ')

const warningLines = ({ warnings = [] }: Body<'submit_product'>) =>
  warnings.map(({ path, message }) => `Not used: ${fenced(path)} ${message}.`)

const texts: { [K in ToolId]: (body: Body<K>, context: TextContext) => ResultText } = {
  list_tools: ({ tools, note }, { catalog }) => ({
    lead: joined(
      `${plural(tools.length, 'tool')}.`,
      note,
      'These slugs are valid in submit_product, list_products and recommend_products.',
    ),
    lines:
      tools.length <= limits.tools_found
        ? tools.map(({ slug, name, category }) => {
            const count = catalog.toolsBySlug.get(slug)?.product_count ?? 0
            return `- ${slug}: ${name} (${category}), used by ${count}`
          })
        : [...Map.groupBy(tools, ({ category }) => category)].map(
            ([category, of]) => `- ${category}: ${of.map(slugAndName).join(', ')}`,
          ),
  }),
  search: ({ results, query, total, note }, context) => ({
    lead:
      results.length === 0
        ? `Nothing was found for ${fenced(query)}. ${note ? `${fenced(note, 700)} ` : ''}Try recommend_products with a task.`
        : joined(
            `${results.length} of ${plural(total, 'result')}, best first.`,
            // The note may contain names of listings, which owners wrote; as in recommend_products.
            note && fenced(note, 700),
          ),
    more: moreBy(total - results.length, `limit ${total}`),
    lines: results.map((result) => {
      const { type, slug, name, description, href } = result
      const room = roomOfLine(results.length, context)
      return type === 'tool'
        ? cut(`- ${slug} ${href}: tool; ${name}: ${description ?? ''}`, room)
        : listingLine(result, context, { room, first: ['product'] })
    }),
  }),
  list_products: ({ products, total, offset, note }, context) => {
    const next = offset + products.length
    const room = roomOfLine(products.length, context)
    const asked = toolsAsked(context)
    return {
      lead: joined(
        products.length === 0
          ? `No product is on this page; ${total} match in all.`
          : `Products ${offset + 1} to ${next} of ${total}.`,
        note,
      ),
      lines: products.map((product) => listingLine(product, context, { room, asked })),
      more: moreBy(products.length > 0 ? total - next : 0, `offset ${next}`),
    }
  },
  get_product: ({ product, claim_status, claim_eligibility, next_action_code }, { to }) => {
    const state = `Claim: ${claim_status ?? 'none'}; eligible for ${claim_eligibility}; next: ${next_action_code}.`
    if (product.status === 'pending') {
      return {
        lead: `${fenced(product.name)} is pending since ${day(product.created_at)} and not public. ${state}`,
        lines: ['Ask again in 300 seconds at the earliest.'],
      }
    }
    return {
      lead: joined(
        lifecycleSentence(product.lifecycle),
        `${product.slug} ${fenced(product.name)} ${to.listing(product.slug)} (approved ${day(product.approved_at)}, claim reviewed ${day(product.claim_reviewed_at)})`,
      ),
      lines: [...productLines(product), state],
    }
  },
  submit_product: (body) =>
    'valid' in body
      ? {
          lead: `The submission would be accepted as ${body.slug} (${body.domain}). Nothing was created.`,
          lines: warningLines(body),
        }
      : {
          lead: `${body.slug} is submitted and waits for an editor; it is not public yet.`,
          lines: [
            `Ask how it stands at most every 300 seconds: get_product with slug ${body.slug} and the same email.`,
            `Receipt sent: ${body.receiptSent}; verification mail sent: ${body.owner_claim.verification_email_sent}.`,
            ...warningLines(body),
          ],
        },
  lookup_by_url: (body, context) => {
    if (!body.listed) return { lead: `Not listed, which is no error: ${body.message}`, lines: [] }
    const { slug, name } = body.product
    return {
      lead: `${body.domain} is listed (${body.match}) as:`,
      lines: [
        listingLine({ slug, name }, context, { room: lineRoom.most }),
        `Built with: ${body.stack.map(slugAndName).join(', ')}`,
      ],
    }
  },
  recommend_products: ({ query, recommendations, note }, context) => ({
    lead: joined(
      recommendations.length === 0
        ? 'Nothing is recommended.'
        : `${plural(recommendations.length, 'recommendation')}, best first.`,
      query.normalized_task ? `The task means ${query.normalized_task}.` : undefined,
      note && fenced(note, 700),
    ),
    lines: recommendations.map(({ score, product, match }) => {
      const { matched_tool_slugs: asked, reasons } = match
      // The line itself lists the tools that match.
      const reason = reasons.find((one) => asked.length === 0 || !one.startsWith('It is built'))
      const room = roomOfLine(recommendations.length, context, 420)
      const first = [`score ${score}`, ...(reason ? [reason.replace(/\.$/, '')] : [])]
      return listingLine(product, context, { room, first, asked })
    }),
  }),
  compare_products: ({ products, comparison }, context) => {
    const { shared_tools: shared, unique_tools: unique } = comparison
    const whole = products.flatMap((product) => {
      const listing = context.catalog.product(product.slug)
      return listing ? [JSON.parse(listing.detail()) as ProductDetail] : []
    })
    // Names are written by owners. With slugs in their place, every sentence of the comparison is
    // ours.
    const [left, right] = whole.map((product) => ({ ...product, name: product.slug }))
    return {
      lead: `${products.map(({ slug }) => slug).join(' and ')}, side by side.`,
      lines: [
        ...products.map(({ tools: _, ...product }) =>
          listingLine(product, context, { room: lineRoom.most }),
        ),
        ...whole.flatMap(choosingLines),
        ...(left && right ? compare(left, right).summary.map((sentence) => `- ${sentence}`) : []),
        ...(shared.length > 0 ? [`Tools of both: ${shared.map(slugAndName).join(', ')}`] : []),
        ...Object.entries(unique).flatMap(([slug, tools]) =>
          tools.length > 0
            ? [`Further tools of ${slug}: ${tools.map(slugAndName).join(', ')}`]
            : [],
        ),
      ],
    }
  },
  detect_stack: ({ tools, unknown_reasons }) => ({
    lead: `${plural(tools.length, 'tool')}; ${plural(unknown_reasons.length, 'name')} without one.`,
    lines: [
      ...tools.map(
        ({ slug, name, evidence: [first] }) =>
          `- ${slug}: ${name}, by ${fenced(`${first?.package} in ${first?.source}`)}`,
      ),
      ...pastEndLines(pastEnd(tools)),
      ...unknownGroups(unknown_reasons).map(
        ({ heading, advice, names }) => `${heading}: ${fenced(names.join(', '), 2_000)} ${advice}`,
      ),
    ],
  }),
  get_tool: ({ tool, products, offset, hasMore }, context) => ({
    lead: `${tool.slug}: ${tool.name} (${tool.category}), used by ${plural(tool.product_count, 'product')} of the directory. ${tool.description ?? ''} ${tool.homepage}`,
    lines: [
      ...(tool.used_together.length > 0
        ? [
            `Most often used with: ${tool.used_together.map((one) => `${slugAndName(one)} ${one.count}`).join(', ')}`,
          ]
        : []),
      ...(tool.requirements.length > 0 ? [`Asked for by major: ${majorsOf(tool)}`] : []),
      ...(tool.packages.length > 0 ? [`Packages: ${cut(tool.packages.join(' '), 600)}`] : []),
      ...products.map((product) =>
        listingLine(product, context, {
          room: roomOfLine(products.length, context),
          asked: [tool.slug],
        }),
      ),
    ],
    more: hasMore ? `There are more: ask with offset ${offset + products.length}.` : undefined,
  }),
  list_trends: ({ products, quarters, years, tools, moves, note }, { given }) => ({
    lead: `Of ${products} products with a known history. ${note}`,
    lines: [
      ...tools.map(({ slug, name, category, used, picked, gave_way_to: next }) => {
        const over = (of: number, all: number) => `${of} of ${all}`
        const by = quarters.flatMap(({ quarter, products: all }, at) =>
          (quarters.length - 1 - at) % 4 === 0 ? [`${quarter} ${over(used[at]!, all)}`] : [],
        )
        const begun = years.map(
          ({ year, products: all }, at) => `${year} ${over(picked[at]!, all)}`,
        )
        const left = next.map((one) => `${one.slug} ${one.count}`)
        return `- ${slug}: ${name} (${category}); used by ${by.join(', ')}; picked by products begun in ${begun.join(', ')}${left.length > 0 ? `; gave way to ${left.join(', ')}` : ''}`
      }),
      ...moves.map(moveLine),
    ],
    more:
      tools.length === (given['limit'] ?? limits.trends.mcp_default)
        ? `More tools: ask with limit ${limits.trends.max}.`
        : undefined,
  }),
  list_changelog: ({ items, total, next_cursor, has_more }, { to }) => ({
    lead: `${items.length} of ${total} changes, by day. The page of a product is ${to.listing('{slug}')}.`,
    lines: [...Map.groupBy(items, changeKind)].map(
      ([kind, changes]) =>
        `- ${kind} ${fenced(changes.map(changedName).join(', '), changes.length * 150)}`,
    ),
    more: next_cursor
      ? `${has_more ? 'There are more' : 'Later ones'}: ask with cursor ${next_cursor} and the same order.`
      : undefined,
  }),
}

/** "- skyvern Skyvern 2026-07: dropped langchain, llamaindex; added tesseract" */
function moveLine({ product, month, left, came }: Body<'list_trends'>['moves'][number]): string {
  const slugs = (verb: string, tools: typeof left) =>
    tools.length > 0 ? [`${verb} ${tools.map(({ slug }) => slug).join(', ')}`] : []
  const moved = [...slugs('dropped', left), ...slugs('added', came)].join('; ')
  return `- ${product.slug} ${fenced(product.name)} ${month}: ${moved}`
}

/** The day of a change and what happened, as the beginning of a line. */
function changeKind(item: ChangeOrRemoval): string {
  const when = day(item.timestamp)
  if (item.type === 'product_removed') return `${when} no longer listed:`
  if (item.type === 'product_approved') return `${when} listed:`
  if (item.type === 'claim_review_updated') return `${when} claim ${item.claim_review_status}:`
  return `${when} weekly issue ${item.issue.url}, led by:`
}

function changedName({ product }: ChangeOrRemoval): string {
  return 'name' in product ? slugAndName(product) : product.slug
}

const majorsOf = ({ requirements }: Body<'get_tool'>['tool']) =>
  requirements.map(({ major, count }) => `${major} by ${count}`).join(', ')

/** The slugs of the tools that the arguments of list_products filter by. */
function toolsAsked({ given: { tool, tools, any_tools }, catalog }: TextContext): string[] {
  const named = commaList([tool, tools, any_tools].filter(Boolean).join())
  return named.map(stackFilter(catalog.tools)).map((one) => one.replace(/@.*/, ''))
}

const slugAndName = ({ slug, name }: { slug: string; name: string }) =>
  slug === name.toLowerCase() ? slug : `${slug} (${name})`
