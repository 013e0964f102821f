import type { Service } from './service.ts'

/**
 * Returns a function that lets work go on after the answer. Failures of the work are logged. On the
 * platform the function resolves once `waitUntil` has been called; the answer must not be sent
 * before.
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

// `waitUntil` of @vercel/functions needs this global symbol. Where it is missing, `waitUntil` would
// do nothing, so the package is not loaded.
const platformContext = Symbol.for('@vercel/request-context')
