import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveStack } from './stack.ts'

const tools = [
  { slug: 'nextjs', name: 'Next.js', aliases: ['next'] },
  { slug: 'postgresql', name: 'PostgreSQL', aliases: ['postgres', 'pg', 'Elephant'] },
  { slug: 'elephant', name: 'Loxodonta', aliases: ['trunk'] },
  { slug: 'pachyderm', name: 'Trunk', aliases: ['next.js', 'elephant'] },
  { slug: 'csharp', name: 'C# and .NET', aliases: ['.net'] },
  { slug: 'c', name: 'C', aliases: [] },
  { slug: 'openai-sdk', name: 'OpenAI SDK', aliases: ['🚀', 'gpt'] },
]

const resolve = (terms: readonly string[]) => {
  const { resolved, unresolved } = resolveStack(terms, tools)
  return { resolved: resolved.map(({ slug }) => slug), unresolved }
}

describe('a term of a stack', () => {
  it.each([
    ['a slug', 'nextjs', 'nextjs'],
    ['a name', 'PostgreSQL', 'postgresql'],
    ['an alias', 'pg', 'postgresql'],
    ['any case', 'NEXTJS', 'nextjs'],
    ['other punctuation', 'next-js', 'nextjs'],
    ['spaces', ' Next JS ', 'nextjs'],
    ['no punctuation', 'openaisdk', 'openai-sdk'],
    ['its sign', 'C#', 'csharp'],
    ['the same without a sign', 'c', 'c'],
    ['accents', 'Ópenai_sdk', 'openai-sdk'],
    ['full width', 'ｐｏｓｔｇｒｅｓ', 'postgresql'],
    ['a slug before an alias of a tool that comes earlier', 'elephant', 'elephant'],
    ['a name before an alias of a tool that comes earlier', 'trunk', 'pachyderm'],
    ['a name before an alias of a tool that comes later', 'next.js', 'nextjs'],
  ])('may be %s: %s is %s', (_, term, slug) => {
    expect(resolve([term])).toEqual({ resolved: [slug], unresolved: [] })
  })

  it.each(['nextj', 'C++', 'postgre', 'unknown', '!!!', '🚀', ''])(
    'names no tool when it is %j',
    (term) => {
      expect(resolve([term])).toEqual({ resolved: [], unresolved: [term] })
    },
  )
})

describe('a stack', () => {
  it('keeps its order, and counts a tool once that is named twice', () => {
    expect(resolve(['pg', 'Next.js', 'postgres', 'PostgreSQL', 'next'])).toEqual({
      resolved: ['postgresql', 'nextjs'],
      unresolved: [],
    })
  })

  it('returns unknown terms as they were written', () => {
    expect(resolve(['My Own_Thing', 'gpt', 'zzz'])).toEqual({
      resolved: ['openai-sdk'],
      unresolved: ['My Own_Thing', 'zzz'],
    })
  })

  it.each([
    { title: 'no terms', terms: [], known: tools },
    { title: 'no tools', terms: ['nextjs'], known: [] },
  ])('of $title resolves nothing', ({ terms, known }) => {
    expect(resolveStack(terms, known)).toEqual({ resolved: [], unresolved: terms })
  })

  it('never resolves a tool twice, and every term is a tool or unknown', () => {
    const terms = fc.array(
      fc.oneof(
        fc.constantFrom('pg', 'Postgres', 'next', 'NEXT.JS', 'gpt', 'trunk'),
        fc.string({ maxLength: 4 }),
      ),
    )
    fc.assert(
      fc.property(terms, (asked) => {
        const { resolved, unresolved } = resolve(asked)
        expect(new Set(resolved).size).toBe(resolved.length)
        expect(resolved.length + unresolved.length).toBeLessThanOrEqual(asked.length)
        expect(asked.filter((term) => resolve([term]).unresolved.length > 0)).toEqual(unresolved)
      }),
    )
  })
})
