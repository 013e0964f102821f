import { type ApiErrorBody, errors } from '#contract/errors.ts'

const nothingHere =
  'There is nothing at this address. /.well-known/agents.json and /llms.txt name what there is.'

const body: ApiErrorBody = { error: nothingHere, error_code: errors.not_found.error_code }

/** The bodies of a 404 outside of the API for programs; people get a page. */
export const notFoundBodies = {
  'application/json': JSON.stringify(body),
  'text/markdown': `# Not found\n\n${nothingHere}\n`,
} as const
