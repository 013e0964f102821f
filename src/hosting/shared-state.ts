/** Counters that the server and a thread share, also while the event loop of the thread is blocked. */
export type SharedState = Int32Array<SharedArrayBuffer>

/** Counts up while the event loop of the thread runs. */
export const beats = 0
/** The id of the last request that the thread began or the server withdrew. */
export const begun = 1

export function sharedState(): SharedState {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}
