import { DatabaseSync, type StatementSync } from 'node:sqlite'
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
import type { CatalogTool } from '#catalog/tables.ts'

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

// Safe cast: the keys of `listTables`, which Object.keys types as string.
const listFields = Object.keys(listTables) as (keyof typeof listTables)[]
const [ofTool, ofProduct] = ['tool_id text not null', 'product_id text not null'] as const

/** A table of what a tool or product has several of, in order, by the column of its id. */
const listOf = (table: string, id: string, others: string) => `create table ${table} (
    ${id}, position integer not null, ${others}, primary key (${id.split(' ')[0]}, position)) without rowid;`

const schema = `
  create table categories (slug text primary key, name text not null, description text not null);
  create table tools (
    id text primary key, slug text not null unique, name text not null, description text,
    category text not null references categories (slug), homepage text not null, product_count integer not null);
  create table products (
    ${columns.map((column) => `${column} ${typeOf(column)}`).join(', ')},
    listing_url text not null, source_kind text, source_quality text, source_url text, public_note text,
    lifecycle text not null, lifecycle_since text, successor text, lifecycle_source text,
    activity text, activity_as_of text);
  create unique index products_slug on products (slug);
  create table product_proof (
    product_id text primary key, repository text not null, licence text, source_date text, last_activity text, archived integer,
    checked_at text not null, first_commit text) without rowid;
  create table topics (slug text primary key, name text not null, description text not null) without rowid;
  ${listOf('tool_packages', `${ofTool} references tools (id)`, 'field text not null, package text not null')}
  ${listOf('tool_topics', ofTool, 'topic text not null')}
  ${listOf('tool_examples', ofTool, 'phrase text not null')}
  ${listOf('product_tools', ofProduct, `${ofTool} references tools (id)`)}
  ${listOf(
    'tool_proof',
    ofProduct,
    `${ofTool}, state text not null, level text, source text, commit_id text not null, line integer, package text,
    requirement text, requirement_kind text, requirement_major integer, support text, support_ends text, support_source text,
    shows text, checked_at text not null, since text`,
  )}
  ${listOf('past_tools', ofProduct, `${ofTool}, since text not null, until text not null, path text not null, commit_id text not null`)}
  ${listOf('product_facts', ofProduct, 'fact text not null, value text not null, day text, source text not null')}
  ${listOf('product_examples', ofProduct, 'phrase text not null')}
  ${listOf('evidence', ofProduct, 'type text not null, url text not null')}
  ${listOf('compatibility', ofProduct, `${ofTool}, status text not null, note text`)}
  ${listFields.map((field) => listOf(`product_${field}`, ofProduct, `${listTables[field]} text not null`)).join('\n')}
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
  const statements = new Map<string, StatementSync>()
  const insert = (into: string, ...values: Value[]) => {
    const marks = values.map(() => '?').join()
    const statement =
      statements.get(into) ?? database.prepare(`insert into ${into} values (${marks})`)
    statements.set(into, statement)
    return statement.run(...values.map((one) => (typeof one === 'boolean' ? Number(one) : one)))
  }
  const insertLists = (id: string, lists: Record<string, readonly (Value | Value[])[]>) => {
    for (const [table, list] of Object.entries(lists))
      for (const [position, one] of list.entries()) insert(table, id, position, ...[one].flat())
  }
  for (const { slug, name, description } of directory.categories)
    insert('categories', slug, name, description)
  for (const tool of directory.tools) {
    const { id, slug, name, description, category, homepage, product_count } = tool
    insert('tools', id, slug, name, description, category, homepage, product_count)
    const { cycles: _, ...packages } = packagesOf(tool)
    insertLists(id, {
      tool_packages: Object.entries(packages).flatMap(([field, names]: [string, string[]]) =>
        names.map((each) => [field, each]),
      ),
      tool_topics: tool.topics,
      tool_examples: tool.examples,
    })
  }
  const toolIds = new Map(directory.tools.map(({ slug, id }) => [slug, id]))
  for (const { slug, name, description } of directory.topics)
    insert('topics', slug, name, description)

  return {
    add: (product: ProductDetail, examples: readonly string[]) => {
      const { id, trust, tools, proof, lifecycle, activity, compatibility_matrix: matrix } = product
      const { lastInsertRowid } = insert(
        'products',
        ...valuesOf(product, ...columns),
        listingUrl(product.slug),
        ...valuesOf(trust, 'source_kind', 'source_quality', 'source_url', 'public_note'),
        ...valuesOf(lifecycle, 'state', 'since', 'successor', 'source'),
        ...valuesOf(activity, 'state', 'as_of'),
      )
      const texts = valuesOf(product, 'name', 'description', 'overview')
      const names = tools.map(({ name }) => name).join(', ')
      const index = 'products_text (rowid, name, description, overview, tools)'
      insert(index, lastInsertRowid, ...texts, names)
      if (proof)
        insert(
          'product_proof',
          id,
          ...valuesOf(proof, 'repository', 'licence', 'source_date', 'last_activity', 'archived'),
          ...valuesOf(proof, 'checked_at', 'first_commit'),
        )
      insertLists(id, {
        ...Object.fromEntries(listFields.map((field) => [`product_${field}`, product[field]])),
        product_tools: tools.map((tool) => tool.id),
        evidence: trust?.evidence.map((one) => valuesOf(one, 'type', 'url')) ?? [],
        product_facts: product.facts.map((one) => valuesOf(one, 'fact', 'value', 'day', 'source')),
        compatibility: matrix.map(({ tool, status, note }) => [tool.id, status, note]),
        product_examples: examples,
        tool_proof: (proof?.tools ?? []).map((one) => [
          toolIds.get(one.slug)!,
          ...valuesOf(one, 'state', 'level', 'source', 'commit', 'line', 'package'),
          ...valuesOf(one.requirement, 'raw', 'kind', 'major'),
          ...valuesOf(one.support, 'state', 'ends', 'source'),
          ...valuesOf(one, 'shows', 'checked_at', 'since'),
        ]),
        past_tools: (proof?.past_tools ?? []).map((one) => [
          toolIds.get(one.slug)!,
          ...valuesOf(one, 'since', 'until', 'path', 'commit'),
        ]),
      })
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

type Value = string | number | bigint | boolean | null

/** The values of fields in this order; null for those of nothing. */
function valuesOf<K extends string>(
  of: Readonly<Partial<Record<NoInfer<K>, Value>>> | null,
  ...fields: readonly K[]
): Value[] {
  return fields.map((field) => of?.[field] ?? null)
}
