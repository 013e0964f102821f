import { limits } from '#contract/limits.ts'
import * as contract from '#contract/operations/detect-stack.ts'
import { detect } from '#proof/detect.ts'
import { handling } from './answer.ts'
import { invalidRequest } from './problems.ts'

/** POST /detect: finds tools in the body by the catalogue alone. Nothing is stored. */
export const detectStack = handling(contract.detectStack, async ({ body }, { catalog }) => {
  const published = await catalog.current()
  const { tools, unknown, unreadable } = detect(published.tools, body)
  const { purls = [], manifests = [], sbom } = body
  // One bad package URL does not cost the others; nothing but bad ones is a bad question.
  const parts = purls.length + manifests.length + (sbom ? 1 : 0)
  if (parts > 0 && unreadable.length === parts) throw invalidRequest(unreadable)
  const unknown_reasons = unknown.slice(0, limits.detect.unknown)
  return {
    status: 200,
    body: {
      tools: tools.map(({ tool, ...found }) => ({ ...tool, ...found })),
      unknown: unknown_reasons.map(({ name }) => name),
      unknown_reasons,
      truncated: unknown.length > limits.detect.unknown,
    },
  }
})
