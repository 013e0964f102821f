/**
 * What went wrong, for a log: what a library puts into a message may repeat an address that somebody
 * typed, and an address of a request may hold one.
 */
export function redacted(error: unknown): string {
  const text =
    error instanceof Error
      ? (error.stack ?? error.message)
      : String((error as { message?: unknown } | null)?.message ?? error)
  return text.replace(/[^\s"'<>?&]+/g, withoutAddress)
}

// A run of characters that an address may have; what stands before a `=` is the name of a parameter.
function withoutAddress(run: string): string {
  const at = run.search(/[^=](?:@|%40)[^]/)
  return at === -1 ? run : `${run.slice(0, run.lastIndexOf('=', at) + 1)}<address>`
}
