/**
 * What went wrong, for a log: what a library puts into a message may repeat an address that somebody
 * typed, and an address of a request may hold one.
 */
export function redacted(error: unknown): string {
  const text =
    error instanceof Error
      ? (error.stack ?? error.message)
      : String((error as { message?: unknown } | null)?.message ?? error)
  return text.replace(/[^\s"'<>=?&]+(?:@|%40)[^\s"'<>?&]+/gi, '<address>')
}
