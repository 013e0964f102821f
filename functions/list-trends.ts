import { serve } from '#http/serve.ts'
import { listTrends } from '#service/list-trends.ts'
import { service } from '#composition.ts'

export const ALL = serve(listTrends, service)
