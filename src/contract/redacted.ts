/** An error as text for a log, without the e-mail addresses that messages and URLs may contain. */
export function redacted(error: unknown): string {
  const text =
    error instanceof Error
      ? (error.stack ?? error.message)
      : String((error as { message?: unknown } | null)?.message ?? error)
  return text.replace(/[^\s"'<>?&]+/g, withoutAddress)
}

// The text before the last `=` is the name of a parameter, and stays.
function withoutAddress(run: string): string {
  const at = run.search(/[^=](?:@|%40)[^]/)
  return at === -1 ? run : `${run.slice(0, run.lastIndexOf('=', at) + 1)}<address>`
}
