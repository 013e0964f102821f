import { view } from '#http/view.ts'
import { countView, service } from '#composition.ts'

/** /view/<slug>.gif */
export const ALL = view(service, countView)
