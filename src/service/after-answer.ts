import type { Service } from './service.ts'

/**
 * Lets work go on after the answer; failures are logged. On the platform it resolves once
 * `waitUntil` is called, so that the answer is not sent before.
 */
export function afterAnswer(log: Service['log']): Service['afterAnswer'] {
  return async (work) => {
    const logged = work.catch((error: unknown) => log('work after an answer failed', error))
    if (!(platformContext in globalThis)) return
    try {
      const { waitUntil } = await import('@vercel/functions')
      waitUntil(logged)
    } catch (error) {
      log('the platform could not be asked to wait for work after an answer', error)
    }
  }
}

// @vercel/functions reads this symbol; without it, `waitUntil` does nothing and is not loaded.
const platformContext = Symbol.for('@vercel/request-context')
