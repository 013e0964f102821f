/**
 * Asks for a fresh build of the site. Throws with a sentence when the hook does not take the call;
 * it can be fired again.
 */
export async function fireRebuild(hookUrl: string, timeoutMs = 10_000): Promise<void> {
  let response: Response
  try {
    response = await fetch(hookUrl, { method: 'POST', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    // A host with two addresses that both refuse has a code and no message.
    const { message, code } = cause as NodeJS.ErrnoException
    throw new Error(
      `the rebuild hook at ${new URL(hookUrl).host} cannot be reached: ${message || code}`,
      { cause: error },
    )
  }
  // The address is a secret: whoever has it can start builds. Only its host is told.
  if (!response.ok)
    throw new Error(`the rebuild hook at ${new URL(hookUrl).host} answered ${response.status}`)
}
