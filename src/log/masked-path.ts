import { redacted } from '#contract/redacted.ts'

/** Longer than any address of the service. */
const longest = 200

/** The path of a URL for a log line: without its query, and without the token of a manage link. */
export function maskedPath(url: string): string {
  const path = new URL(url).pathname.replace(/^(\/manage\/).+/s, '$1<token>')
  return redacted(path.length > longest ? `${path.slice(0, longest)}…` : path)
}
