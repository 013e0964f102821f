import { serve } from '#http/serve.ts'
import { getTool } from '#service/get-tool.ts'
import { service } from '#composition.ts'

export const ALL = serve(getTool, service)
