import { datedData } from '#http/dated-data.ts'
import { service, signManifest } from '#composition.ts'

/** GET /data/days.json and /data/<day>/<file>: the catalogue of each day of the last year. */
export const ALL = datedData(service, signManifest)
