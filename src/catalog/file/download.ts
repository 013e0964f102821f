import { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'
import { formOf } from '#contract/product-field.ts'
import {
  type ProductFieldName,
  productFieldNames,
  productFields,
  type ProductTable,
} from '#contract/product-fields.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { packagesOf } from '#core/tool-packages.ts'
import type { Topic } from '#core/topics.ts'
import type { CatalogTool } from '#catalog/questions.ts'

/**
 * Fields without a column of their name: every listing in the download is approved, the review
 * order is private, parts of `lifecycle` and `activity` have columns, and `facts` have a table of their own.
 */
const leftOut = ['status', 'review_priority', 'lifecycle', 'activity', 'facts'] as const

type PlainField = Exclude<
  ProductFieldName & keyof ProductDetail,
  (typeof leftOut)[number] | keyof typeof listTables
>

/** The columns of the `products` table: one for each public scalar field of the API. */
const columns = productFieldNames.filter((name): name is PlainField => {
  const { in: place, schema } = productFields[name]
  return place !== 'private' && !formOf(schema).isList && !leftOut.some((other) => other === name)
})

/** The public product fields whose value is a list. */
type ListField = {
  [K in ProductFieldName]: K extends (typeof leftOut)[number]
    ? never
    : ProductTable[K]['in'] extends 'private'
      ? never
      : z.infer<ProductTable[K]['schema']> extends readonly unknown[]
        ? K
        : never
}[ProductFieldName]

/**
 * List fields. Each has a table of its own; the value is the name of its column for the entries.
 */
const listTables = {
  audience_tags: 'audience_tag',
  agent_tools_used: 'name',
  supporting_links: 'url',
  topics: 'topic',
} as const satisfies Record<ListField, string>

const lists = Object.entries(listTables) as [keyof typeof listTables, string][]

const schema = `
  create table categories (slug text primary key, name text not null, description text not null);
  create table tools (
    id text primary key, slug text not null unique, name text not null, description text,
    category text not null references categories (slug), homepage text not null, product_count integer not null);
  create table tool_packages (
    tool_id text not null references tools (id), position integer not null, field text not null, package text not null,
    primary key (tool_id, position)) without rowid;
  create table products (
    ${columns.map((column) => `${column} ${typeOf(column)}`).join(', ')},
    listing_url text not null, source_kind text, source_quality text, source_url text, public_note text,
    lifecycle text not null, lifecycle_since text, successor text, lifecycle_source text,
    activity text, activity_as_of text);
  create unique index products_slug on products (slug);
  create table product_tools (
    product_id text not null, position integer not null, tool_id text not null references tools (id),
    primary key (product_id, position)) without rowid;
  create table product_proof (
    product_id text primary key, repository text not null, licence text, source_date text, last_activity text, archived integer,
    checked_at text not null, first_commit text) without rowid;
  create table tool_proof (
    product_id text not null, position integer not null, tool_id text not null, state text not null, level text,
    source text, commit_id text not null, line integer, package text, requirement text, requirement_kind text, requirement_major integer, support text, support_ends text, support_source text, shows text, checked_at text not null, since text,
    primary key (product_id, position)) without rowid;
  create table past_tools (
    product_id text not null, position integer not null, tool_id text not null, since text not null, until text not null,
    path text not null, commit_id text not null, primary key (product_id, position)) without rowid;
  create table product_facts (
    product_id text not null, position integer not null, fact text not null, value text not null, day text,
    source text not null, primary key (product_id, position)) without rowid;
  create table topics (slug text primary key, name text not null, description text not null) without rowid;
  create table tool_topics (
    tool_id text not null, position integer not null, topic text not null,
    primary key (tool_id, position)) without rowid;
  create table product_examples (
    product_id text not null, position integer not null, phrase text not null,
    primary key (product_id, position)) without rowid;
  create table tool_examples (
    tool_id text not null, position integer not null, phrase text not null,
    primary key (tool_id, position)) without rowid;
  ${lists
    .map(
      ([table, column]) => `create table product_${table} (
    product_id text not null, position integer not null, ${column} text not null, primary key (product_id, position)) without rowid;`,
    )
    .join('\n')}
  create table evidence (
    product_id text not null, position integer not null, type text not null, url text not null,
    primary key (product_id, position)) without rowid;
  create table compatibility (
    product_id text not null, position integer not null, tool_id text not null, status text not null, note text,
    primary key (product_id, position)) without rowid;
  create index product_tools_tool on product_tools (tool_id, product_id);
  create view stacks as
    select p.slug as product, t.slug as tool, t.category, coalesce(f.state, 'not_checked') as state, f.level, f.source
    from product_tools s join products p on p.id = s.product_id join tools t on t.id = s.tool_id
    left join tool_proof f on f.product_id = s.product_id and f.tool_id = s.tool_id;
  create virtual table products_text using fts5(
    name, description, overview, tools, content = '', tokenize = 'porter unicode61');
`

/**
 * Writes the public SQLite download: the fields of the API as columns, and a full-text index of
 * names, descriptions, overviews and tools (`products_text.rowid` is that of `products`).
 */
export function createDownload(
  file: string,
  directory: {
    categories: readonly { slug: string; name: string; description: string }[]
    tools: readonly CatalogTool[]
    topics: readonly Topic[]
  },
  listingUrl: (slug: string) => string,
) {
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = off; pragma synchronous = off; begin; ${schema}`)
  const insertInto = (table: string, count: number) =>
    database.prepare(`insert into ${table} values (${Array(count).fill('?').join()})`)
  const insert = {
    category: insertInto('categories', 3),
    tool: insertInto('tools', 7),
    toolPackage: insertInto('tool_packages', 4),
    product: insertInto('products', columns.length + 11),
    productTool: insertInto('product_tools', 3),
    productProof: insertInto('product_proof', 8),
    toolProof: insertInto('tool_proof', 18),
    pastTool: insertInto('past_tools', 7),
    topic: insertInto('topics', 3),
    toolTopic: insertInto('tool_topics', 3),
    productExample: insertInto('product_examples', 3),
    toolExample: insertInto('tool_examples', 3),
    productFact: insertInto('product_facts', 6),
    evidence: insertInto('evidence', 4),
    compatibility: insertInto('compatibility', 5),
    text: database.prepare(
      'insert into products_text (rowid, name, description, overview, tools) values (?, ?, ?, ?, ?)',
    ),
  }
  const insertList = lists.map(([table]) => [table, insertInto(`product_${table}`, 3)] as const)
  for (const { slug, name, description } of directory.categories)
    insert.category.run(slug, name, description)
  for (const tool of directory.tools) {
    const { id, slug, name, description, category, homepage, product_count } = tool
    insert.tool.run(id, slug, name, description, category, homepage, product_count)
    const { cycles: _, ...packages } = packagesOf(tool)
    const named = Object.entries(packages).flatMap(([field, names]: [string, string[]]) =>
      names.map((each) => [field, each] as const),
    )
    for (const [position, [field, each]] of named.entries())
      insert.toolPackage.run(id, position, field, each)
    for (const [position, topic] of tool.topics.entries()) insert.toolTopic.run(id, position, topic)
    for (const [position, phrase] of tool.examples.entries())
      insert.toolExample.run(id, position, phrase)
  }
  const toolIds = new Map(directory.tools.map(({ slug, id }) => [slug, id]))
  for (const { slug, name, description } of directory.topics)
    insert.topic.run(slug, name, description)

  return {
    add: (product: ProductDetail, examples: readonly string[]) => {
      const { id, trust, tools, proof, lifecycle, activity, compatibility_matrix: matrix } = product
      const { lastInsertRowid } = insert.product.run(
        ...columns.map((column) => stored(product[column])),
        listingUrl(product.slug),
        trust?.source_kind ?? null,
        trust?.source_quality ?? null,
        trust?.source_url ?? null,
        trust?.public_note ?? null,
        lifecycle.state,
        lifecycle.since,
        lifecycle.successor,
        lifecycle.source,
        activity?.state ?? null,
        activity?.as_of ?? null,
      )
      const names = tools.map(({ name }) => name).join(', ')
      insert.text.run(lastInsertRowid, product.name, product.description, product.overview, names)
      for (const [position, tool] of tools.entries()) insert.productTool.run(id, position, tool.id)
      for (const [table, list] of insertList)
        for (const [position, value] of product[table].entries()) list.run(id, position, value)
      for (const [position, { type, url }] of trust?.evidence.entries() ?? [])
        insert.evidence.run(id, position, type, url)
      for (const [position, { fact, value, day, source }] of product.facts.entries())
        insert.productFact.run(id, position, fact, value, day, source)
      for (const [position, { tool, status, note }] of matrix.entries())
        insert.compatibility.run(id, position, tool.id, status, note)
      for (const [position, phrase] of examples.entries())
        insert.productExample.run(id, position, phrase)
      if (!proof) return
      const {
        repository,
        licence,
        source_date,
        last_activity,
        archived,
        checked_at,
        first_commit,
      } = proof
      insert.productProof.run(
        id,
        repository,
        licence,
        source_date,
        last_activity,
        stored(archived),
        checked_at,
        first_commit,
      )
      for (const [position, each] of proof.tools.entries()) {
        const { slug, state, level, source, commit, line, requirement, support, shows } = each
        const tool = toolIds.get(slug)!
        insert.toolProof.run(
          id,
          position,
          tool,
          state,
          level,
          source,
          commit,
          line,
          each.package,
          requirement?.raw ?? null,
          requirement?.kind ?? null,
          requirement?.major ?? null,
          support?.state ?? null,
          support?.ends ?? null,
          support?.source ?? null,
          shows,
          each.checked_at,
          each.since,
        )
      }
      for (const [position, { slug, since, until, path, commit }] of proof.past_tools.entries())
        insert.pastTool.run(id, position, toolIds.get(slug)!, since, until, path, commit)
    },
    close: () => {
      database.exec("insert into products_text (products_text) values ('optimize'); commit")
      database.close()
    },
  }
}

function typeOf(column: PlainField): string {
  return formOf(productFields[column].schema).isText ? 'text' : 'integer'
}

function stored(value: string | number | boolean | null): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value
}
