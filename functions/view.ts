import { view } from '#http/view.ts'
import { countView, service } from '#composition.ts'

/** GET /view/<slug>.gif: a transparent image that counts a view of the page of a listing. */
export const ALL = view(service, countView)
