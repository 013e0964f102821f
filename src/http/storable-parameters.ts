import { storable } from '#contract/text.ts'

/** Parameters of a form or page, as a database can take them. */
export function storableParameters(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...parameters].map(([name, value]) => [storable(name), storable(value)]),
  )
}
