/** Calls the rebuild hook. Throws an Error for people when the call fails; it can be repeated. */
export async function fireRebuild(hookUrl: string, timeoutMs = 10_000): Promise<void> {
  let response: Response
  try {
    response = await fetch(hookUrl, { method: 'POST', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    // When all addresses of a host refuse, the error has a code and no message.
    const { message, code } = cause as NodeJS.ErrnoException
    throw new Error(
      `the rebuild hook at ${new URL(hookUrl).host} cannot be reached: ${message || code}`,
      { cause: error },
    )
  }
  // The URL is a secret that can start builds: the message has only its host.
  if (!response.ok)
    throw new Error(`the rebuild hook at ${new URL(hookUrl).host} answered ${response.status}`)
}
