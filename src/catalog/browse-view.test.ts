import { describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { active } from '#contract/resources/lifecycle.ts'
import { addresses } from '#core/addresses.ts'
import { type FacetChoice, readChoice, valuesChosen } from '#present/lists/facet-choice.ts'
import { madeCatalog } from '#testing/catalog-file.ts'
import { catalogTool, sampleProduct, sampleProof, verifiedClaim } from '#testing/sample-records.ts'
import { browseView, choiceNames } from './browse-view.ts'

const to = addresses('')
const id = (kind: number, number: number) =>
  `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`
const tools = Array.from({ length: 14 }, (_, number) => ({
  ...catalogTool({
    slug: `t${number}`,
    name: `Tool ${number}`,
    category: number === 4 || number === 6 ? 'models-providers' : `c${number % 2}`,
  }),
  id: id(1, number),
}))
const proofOf = (number: number, named: readonly number[]) =>
  sampleProof({
    licence: number % 4 === 0 ? 'Elastic-2.0' : 'MIT',
    last_activity: `2026-02-${String(1 + (number % 27)).padStart(2, '0')}T00:00:00.000Z`,
    checked_at: '2026-03-01T00:00:00.000Z',
    tools: named.map((tool, place) => ({
      slug: `t${tool}`,
      state: place === 0 || number % 3 > 0 ? 'proved' : 'not_found',
      level: 'required',
      path: 'package.json',
      line: 1,
    })),
  })
// Forty listings that differ in everything that they can be narrowed by.
const products = Array.from({ length: 40 }, (_, number) => {
  const named = [number % 14, (number * 3 + 1) % 14, (number % 5) + 2]
  const uses = enums.agentUseCase
  return sampleProduct({
    ...verifiedClaim,
    id: id(0, number),
    slug: `p${number}`,
    domain: `p${number}.example`,
    agent_use_case: uses[number % uses.length]!,
    audience_tags: number % 2 === 0 ? ['b2b'] : ['consumer', 'for-developers'],
    tool_ids: [...new Set(named)].map((tool) => tools[tool]!.id),
    proof: number % 5 === 0 ? null : proofOf(number, [...new Set(named)]),
    approved_at: '2026-03-01T00:00:00.000Z',
    lifecycle: { ...active, state: number === 37 ? 'archived' : number > 37 ? 'sunset' : 'active' },
  })
})
const tables = {
  categories: ['c0', 'c1', 'models-providers'].map((slug) => ({
    slug,
    name: slug,
    description: slug,
  })),
  tasks: [],
  topics: [],
}

const catalog = await madeCatalog({ products, tools, tables, site: '' })

const view = (choice: FacetChoice, more = {}) => browseView(catalog, { choice, ...more }, to)
/** What a link of a list asks for: `group` is that of a page of one facet. */
const asked = (href: string, group: string): FacetChoice => {
  const [path = '', query] = href.split('?')
  if (query !== undefined) return readChoice(new URLSearchParams(query))
  const value = path === '/products' ? '' : path.split('/').at(-1)!
  return readChoice(new URLSearchParams({ [group]: value }))
}

describe('a list', () => {
  it.each<FacetChoice>([
    {},
    { use: 'research' },
    { proof: 'every_tool' },
    { licence: 'open_source', for: 'b2b' },
    { tool: ['t2'] },
    { tool: ['t2', 't3'] },
    { use: 'voice', tool: ['t2'], proof: 'every_tool' },
    { licence: ['not_open_source', 'open_source'], models: ['t4', 't6'] },
    { any_tool: ['t2', 't3'], for: 'b2b' },
  ])('that is narrowed by %j counts for each option what a click on it shows', (choice) => {
    const { groups, total } = view(choice)
    expect(total).toBeGreaterThan(0)
    const links = groups.flatMap(({ name, options }) =>
      options
        .filter(({ isChosen }) => !isChosen)
        .map(({ label, count, href }) => ({ name, label, count, href })),
    )
    expect(links.length).toBeGreaterThan(5)
    for (const { name, label, count, href } of links) {
      const after = view(asked(href, name)).total
      const isAdded = valuesChosen(choice, name === 'tool' ? 'any_tool' : name).length > 0
      // A second value of a group adds those of its listings that are not in the list already.
      if (isAdded) expect([after >= total, after <= total + count]).toEqual([true, true])
      else expect([label, after]).toEqual([label, count])
    }
  })

  it('has the listings with any of the values of each group, and all of the groups', () => {
    const slugs = (choice: FacetChoice) =>
      [1, 2].flatMap((page) => view(choice, { page }).rows.map(({ product }) => product.slug))
    const either = new Set([...slugs({ use: 'voice' }), ...slugs({ use: 'sales' })])
    const companies = new Set(slugs({ for: 'b2b' }))
    const wanted = [...either].filter((slug) => companies.has(slug))
    expect(wanted.length).toBeGreaterThan(2)
    expect(slugs({ use: ['sales', 'voice'], for: 'b2b' }).toSorted()).toEqual(wanted.toSorted())
    expect(view({ any_tool: ['t2', 't3'] }).total).toBe(
      view({ tool: ['t2'] }).total +
        view({ tool: ['t3'] }).total -
        view({ tool: ['t2', 't3'] }).total,
    )
  })

  it('of several tools offers all and any of them', () => {
    expect(view({ tool: ['t2'] }).toolModes).toEqual([])
    expect(view({ any_tool: ['t2', 't3'] }).toolModes).toEqual([
      { label: 'all of them', href: '/products?tool=t2&tool=t3', isChosen: false },
      { label: 'any of them', href: '/products?any_tool=t2&any_tool=t3', isChosen: true },
    ])
  })

  it('is led out of by each thing that was chosen', () => {
    const { chosen, total } = view({ use: 'voice', tool: ['t2', 't4'] })
    expect(chosen.map(({ label, without }) => [label, without])).toEqual([
      ['Voice', '/products?tool=t2&tool=t4'],
      ['Tool 2', '/products?use=voice&tool=t4'],
      ['Tool 4', '/products?use=voice&tool=t2'],
    ])
    expect(total).toBeLessThanOrEqual(view({ use: 'voice', tool: ['t2'] }).total)
  })

  it('of nothing still names the tools that were chosen, each of which can be taken away', () => {
    const { total, groups, parameters } = view({ tool: ['t2', 't3', 't9', 'unknown'] })
    expect(total).toBe(0)
    const { options } = groups.find(({ name }) => name === 'tool')!
    expect(options.map(({ label, count, isChosen }) => [label, count, isChosen])).toEqual([
      ['Tool 2', 0, true],
      ['Tool 3', 0, true],
      ['Tool 9', 0, true],
    ])
    expect(options[0]!.href).toBe('/products?tool=t3&tool=t9&tool=unknown')
    expect(parameters).toEqual(['t2', 't3', 't9'].map((tool) => ['tool', tool]))
  })

  it('leaves out what was shut down and offers it, and names no state that no listing has', () => {
    const states = (choice: FacetChoice) =>
      view(choice)
        .groups.find(({ name }) => name === 'lifecycle')!
        .options.map(({ label, count }) => [label, count])
    const all = [
      ['Active', 37],
      ['Sunset', 2],
      ['Archived', 1],
    ]
    expect([view({}).total, states({})]).toEqual([38, all])
    const ended = { lifecycle: 'sunset' }
    expect([view(ended).total, states(ended)]).toEqual([2, all])
  })

  it('in the order of proof begins with the most tools that the code shows', () => {
    const shown = [1, 2].flatMap((page) =>
      view({}, { sort: 'proved', page }).rows.map(({ proved }) => proved.count),
    )
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
    expect([shown.length, shown[0]]).toEqual([38, 3])
  })

  it('is not offered by views where nothing was viewed', () => {
    const names = (sort?: 'popular') => view({}, { sort }).orders.map(({ name }) => name)
    expect(names()).toEqual(['relevant', 'newest', 'active', 'proved'])
    expect(names('popular')).toContain('popular')
  })

  it('in the order of the newest commit says when that was, and ends with what has none', () => {
    const rows = [1, 2].flatMap((page) => view({}, { sort: 'active', page }).rows)
    const said = rows.map(({ traits }) => traits('active').find((text) => /commit/.test(text))!)
    const days = said
      .filter((text) => text !== 'no commit seen')
      .map((text) => Date.parse(text.replace('commit of ', '')))
    expect(days).toEqual(days.toSorted((a, b) => b - a))
    expect(said.slice(0, days.length)).not.toContain('no commit seen')
    expect([days.length, said.length]).toEqual([30, 38])
  })
})

it('a choice is a heading in words, and says which value is unknown', () => {
  const titleOf = (choice: FacetChoice) => choiceNames(catalog, choice).title
  expect(titleOf({})).toBe('All products')
  expect(titleOf({ licence: 'open_source' })).toBe('Products, open source')
  const open = titleOf({ licence: 'open_source', for: 'for-developers' })
  expect(open).toBe('Products for developers, open source')
  expect(titleOf({ use: 'voice', tool: ['t2', 't4'] })).toBe(
    'Products for voice, built with Tool 2 and Tool 4',
  )
  expect(titleOf({ use: ['sales', 'voice'], any_tool: ['t2', 't4'] })).toBe(
    'Products for sales or voice, built with Tool 2 or Tool 4',
  )
  expect(titleOf({ tool: ['t2@16'], not_tool: 't4', support: 'ended' })).toBe(
    'Products with versions past their end, built with Tool 2 16, without Tool 4',
  )
  const unread = choiceNames(catalog, { tool: ['t2@x'] })
  expect(unread.unknown).toEqual({ group: 'tool', value: 't2@x' })
  const { title, unknown } = choiceNames(catalog, { topic: 'gone', tool: ['t2', 'tx'] })
  expect(title).toBe('Gone built with Tool 2 and tx')
  expect(unknown).toMatchObject({ group: 'topic', value: 'gone' })
})
