import { isSlug } from '#contract/resources/fields.ts'

const inAddress = /^(?:(?:https?:\/\/)?[^/\s]*\/)?product\/([^/\s?#]+?)(?:\.md)?\/?(?:[?#].*)?$/

/**
 * The slug that people mean when they name a listing: by itself, as `/product/slug`, or with the
 * whole address of its page. Undefined for what no listing can be called.
 */
export function slugIn(typed: string): string | undefined {
  const text = typed.trim().toLowerCase()
  const [, slug = text] = inAddress.exec(text) ?? []
  return isSlug(slug) ? slug : undefined
}
