/**
 * Calls the hook that starts a build. Throws an Error with a readable message if the call fails;
 * the call can be repeated.
 */
export async function fireRebuild(hookUrl: string, timeoutMs = 10_000): Promise<void> {
  let response: Response
  try {
    response = await fetch(hookUrl, { method: 'POST', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    // If all IP addresses of the host refuse the connection, the error has a code and no message.
    const { message, code } = cause as NodeJS.ErrnoException
    throw new Error(
      `the rebuild hook at ${new URL(hookUrl).host} cannot be reached: ${message || code}`,
      { cause: error },
    )
  }
  // The URL is a secret that can start builds, so the message contains only its hostname.
  if (!response.ok)
    throw new Error(`the rebuild hook at ${new URL(hookUrl).host} answered ${response.status}`)
}
