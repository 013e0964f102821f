/**
 * What the server and a thread both see at any moment, also while the thread's event loop is blocked.
 * Each place is a counter of its own.
 */
export type SharedState = Int32Array<SharedArrayBuffer>

/** Counts up for as long as the event loop of the thread runs. */
export const beats = 0
/** The id of the last request that the thread has begun, or that was withdrawn from it. */
export const begun = 1

export function sharedState(): SharedState {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}
