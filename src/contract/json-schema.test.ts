import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { itemsOf, jsonSchema, variantsOf } from './json-schema.ts'

const Leaf = z.object({ size: z.int() }).meta({ id: 'TestLeaf', description: 'A leaf.' })
const Tree = z.object({ leaf: Leaf, leaves: z.array(Leaf).describe('All of them.') })

describe('the JSON Schema of a schema', () => {
  it('is made once for what it takes and once for what it gives', () => {
    const schema = z.string().transform(Number).pipe(z.number())
    expect(jsonSchema(schema, 'input')).toBe(jsonSchema(schema, 'input'))
    expect(jsonSchema(schema, 'input').type).toBe('string')
    expect(jsonSchema(schema, 'output').type).toBe('number')
  })

  it('lists its fields, described by their definition unless the reference has a description', () => {
    const root = jsonSchema(Tree, 'output')
    expect(variantsOf(root)).toMatchObject([
      {
        fields: [
          { name: 'leaf', description: 'A leaf.', isRequired: true },
          { name: 'leaves', description: 'All of them.', isRequired: true },
        ],
      },
    ])
    const items = itemsOf(jsonSchema(Tree.shape.leaves, 'output'))!
    expect(variantsOf(jsonSchema(Tree.shape.leaves, 'output'), items)).toMatchObject([
      { description: 'A leaf.', fields: [{ name: 'size' }] },
    ])
  })

  it('has a variant for each member of a union', () => {
    const Other = z.object({ other: z.null() }).meta({ description: 'Another.' })
    const variants = variantsOf(jsonSchema(z.union([Leaf, Other]), 'output'))
    expect(variants.map(({ description }) => description)).toEqual(['A leaf.', 'Another.'])
  })

  it('of a list of several kinds by place has no one item', () => {
    expect(itemsOf(jsonSchema(z.tuple([z.string(), z.int()]), 'output'))).toBeUndefined()
  })
})
