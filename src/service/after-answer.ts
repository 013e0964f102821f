import type { Service } from './service.ts'

/**
 * Lets work go on after the answer: the platform is told to keep the instance awake for it, where
 * there is one; elsewhere the process goes on by itself. Resolves once the platform knows, so that
 * the answer is not sent before. What fails is logged.
 */
export function afterAnswer(log: Service['log']): Service['afterAnswer'] {
  return async (work) => {
    const logged = work.catch((error: unknown) => log('what follows an answer failed', error))
    if (!(platformContext in globalThis)) return
    try {
      const { waitUntil } = await import('@vercel/functions')
      waitUntil(logged)
    } catch (error) {
      log('the platform was not told of what follows an answer', error)
    }
  }
}

// What @vercel/functions itself looks for: without it waitUntil does nothing, and need not be
// loaded.
const platformContext = Symbol.for('@vercel/request-context')
