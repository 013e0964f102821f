/** What is used of js-yaml, which has no types of its own. */
declare module 'js-yaml' {
  /** The core schema of YAML 1.2: no dates, and yes is a word. */
  export const CORE_SCHEMA: object
  /** Throws a YAMLException at the first mistake. */
  export function load(text: string, options: { schema: object }): unknown
  export class YAMLException extends Error {
    reason: string
    /** Where, counted from 0. */
    mark?: { line: number }
  }
}
