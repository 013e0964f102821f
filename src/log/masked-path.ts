import { redacted } from '#contract/redacted.ts'

/** The maximum length of a path in a log line. No address of the service is that long. */
const longest = 200

/** The path of a URL for a log line: without its query, and without the token of a manage link. */
export function maskedPath(url: string): string {
  const path = new URL(url).pathname.replace(/^(\/manage\/).+/s, '$1<token>')
  return redacted(path.length > longest ? `${path.slice(0, longest)}…` : path)
}
