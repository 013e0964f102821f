/**
 * Counters that the server and one of its threads share. They work while the event loop of the
 * thread is blocked, unlike messages.
 */
export type SharedState = Int32Array<SharedArrayBuffer>

/** The index of a counter that the thread increments at an interval, while its event loop runs. */
export const beats = 0
/** The index of the id of the last request that the thread began or the server withdrew. */
export const begun = 1
