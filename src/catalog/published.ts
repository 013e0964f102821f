import snapshot from 'virtual:snapshot'
import { createCatalog } from './catalog.ts'

/** The catalogue of this build. */
export const catalog = createCatalog(snapshot)
