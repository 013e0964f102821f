/**
 * The WebSocket for the driver, with distinguishable failures. The driver passes on error events,
 * which have no code and no message, so an unreachable database would look like a programming
 * error. A function, because naming WebSocket loads it.
 */
export function neonTransport() {
  return class NeonTransport extends WebSocket {
    #wasOpen = false

    constructor(url: string) {
      super(url)
      super.addEventListener('open', () => (this.#wasOpen = true))
    }

    override addEventListener(type: string, listener: EventListenerOrEventListenerObject) {
      const isOfFailure = type === 'error' && typeof listener === 'function'
      // The driver takes the argument for the error.
      const hear = () => (listener as (error: unknown) => void)(this.#failure())
      super.addEventListener(type, isOfFailure ? hear : listener)
    }

    // A WebSocket does not report why it failed to open; a second try is justified in any case.
    #failure(): Error {
      const what = this.#wasOpen ? 'broke' : 'did not open'
      const error = new Error(`The WebSocket to the database ${what}`)
      return Object.assign(error, { code: 'ECONNRESET' })
    }
  }
}
