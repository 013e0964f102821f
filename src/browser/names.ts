import { type KeyedName, keyed } from '#core/name-match.ts'
import type { NamesIndex } from '#core/names-index.ts'

// The names that search fields suggest: products, tools, pages and documentation.

export interface Named extends KeyedName {
  href: string
  kind: string
  /** The address of its picture. */
  mark?: string | undefined
}

interface Names {
  names: Named[]
  /** The URL that searches products; null if the names contain all products. */
  productSearch: string | null
}

let loading: Promise<Names> | undefined

/** The names, fetched once for a page; after a failure, the next call tries again. */
export function loadNames(address: string): Promise<Names> {
  loading ??= ask<NamesIndex>(address).then(
    ({ groups, productSearch }) => ({
      productSearch,
      names: groups.flatMap(({ kind, at, mark: begin, names }) =>
        names.map(([path, name, text]) => {
          const mark = begin && `${begin}${path}.svg`
          return keyed({ href: at + path, name, kind, mark, text: text && `${kind} ${text}` })
        }),
      ),
    }),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

export async function ask<T>(address: string): Promise<T> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return (await answer.json()) as T
}
