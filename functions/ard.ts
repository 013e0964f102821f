import { ardRoutes } from '#http/ard.ts'
import type { serve } from '#http/serve.ts'
import { service } from '#composition.ts'

type Context = Parameters<ReturnType<typeof serve>>[0] & { routePattern: string }

const routes = ardRoutes(service)

/** The registry of ARD: a path each for searching, counting and listing. */
export const ALL = ({ routePattern, ...context }: Context) => routes[routePattern]!(context)
