import { serve } from '#http/serve.ts'
import { detectStack } from '#service/detect-stack.ts'
import { service } from '#composition.ts'

export const ALL = serve(detectStack, service)
