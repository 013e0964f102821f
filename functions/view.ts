import { view } from '#http/view.ts'
import { countView, service } from '../src/composition.ts'

/** /view/<slug>.gif */
export const ALL = view(service, countView)
