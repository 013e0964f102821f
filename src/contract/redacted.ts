/**
 * An error as text for a log line, without e-mail addresses, which messages and URLs may contain.
 */
export function redacted(error: unknown): string {
  const text =
    error instanceof Error
      ? (error.stack ?? error.message)
      : String((error as { message?: unknown } | null)?.message ?? error)
  return text.replace(/[^\s"'<>?&]+/g, withoutAddress)
}

// Replaces the text after the last `=` only: `email=a@b.example` becomes `email=<address>`.
function withoutAddress(run: string): string {
  const at = run.search(/[^=](?:@|%40)[^]/)
  return at === -1 ? run : `${run.slice(0, run.lastIndexOf('=', at) + 1)}<address>`
}
