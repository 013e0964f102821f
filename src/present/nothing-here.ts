import { type ApiErrorBody, errors } from '#contract/errors.ts'

const nothingHere =
  'There is nothing at this address. /.well-known/agents.json and /llms.txt name what there is.'

const body: ApiErrorBody = { error: nothingHere, error_code: errors.not_found.error_code }

/** The bodies of a 404 outside of the API for programs; people get a page. */
export const notFoundBodies = {
  'application/json': JSON.stringify(body),
  'text/markdown': `# Not found\n\n${nothingHere}\n`,
} as const

/** The body of the 410 at the former addresses of the files of each day. */
export const noFilesByDay: ApiErrorBody = {
  error:
    'The files of each day were withdrawn. /data/index.json names the files of the whole catalogue.',
  error_code: errors.not_found.error_code,
}
