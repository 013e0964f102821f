import { serve } from '#http/serve.ts'
import { reportFact } from '#service/report-fact.ts'
import { service } from '#composition.ts'

export const ALL = serve(reportFact, service)
