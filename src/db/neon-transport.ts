/**
 * The platform's WebSocket as the driver uses it, with failures that can be told apart. Its own are
 * events without a code or a word, and the driver hands them on as they are: a database that is away
 * would look like a mistake of ours. Made where it is used, since naming WebSocket loads it.
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
      // The driver takes for the error whatever it hears.
      const hear = () => (listener as (error: unknown) => void)(this.#failure())
      super.addEventListener(type, isOfFailure ? hear : listener)
    }

    // Whether it was refused or broke while it opened is not said: both are worth a second try.
    #failure(): Error {
      const what = this.#wasOpen ? 'broke' : 'did not open'
      const error = new Error(`The WebSocket to the database ${what}`)
      return Object.assign(error, { code: 'ECONNRESET' })
    }
  }
}
