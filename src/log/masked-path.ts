import { redacted } from '#contract/redacted.ts'

/** Longer than any address that we give out. */
const longest = 200

/**
 * The path of an address as a log may hold it: without its query, and without the token that opens
 * a listing to whoever has it.
 */
export function maskedPath(url: string): string {
  const path = new URL(url).pathname.replace(/^(\/manage\/).+/s, '$1<token>')
  return redacted(path.length > longest ? `${path.slice(0, longest)}…` : path)
}
