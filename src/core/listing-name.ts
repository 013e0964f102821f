import { isSlug } from '#contract/resources/fields.ts'

const inAddress = /^(?:(?:https?:\/\/)?[^/\s]*\/)?product\/([^/\s?#]+?)(?:\.md)?\/?(?:[?#].*)?$/

/** Reads a slug from a typed slug, path (`/product/slug`) or full URL; undefined if invalid. */
export function slugIn(typed: string): string | undefined {
  const text = typed.trim().toLowerCase()
  const [, slug = text] = inAddress.exec(text) ?? []
  return isSlug(slug) ? slug : undefined
}
