/**
 * Returns a WebSocket class for the Neon driver whose failures have a code and a message. The
 * driver passes on error events, which have neither, so an unreachable database would look like a
 * programming error. A function, because mentioning `WebSocket` makes Node load it.
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
      // The driver treats the argument of the listener as the error.
      const hear = () => (listener as (error: unknown) => void)(this.#failure())
      super.addEventListener(type, isOfFailure ? hear : listener)
    }

    // A WebSocket does not report why it failed to open. ECONNRESET allows a second try in any
    // case.
    #failure(): Error {
      const what = this.#wasOpen ? 'broke' : 'did not open'
      const error = new Error(`The WebSocket to the database ${what}`)
      return Object.assign(error, { code: 'ECONNRESET' })
    }
  }
}
