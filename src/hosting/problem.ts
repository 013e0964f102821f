import type { ServerResponse } from 'node:http'

const words: Record<number, string> = {
  400: 'The request cannot be read.',
  404: 'There is nothing at this address.',
  405: 'This method does not work here; use GET.',
  417: 'Only 100-continue can be expected here.',
  500: 'Something went wrong on our side. Try again later.',
  504: 'This took too long. Try again later.',
}

/** The contract's error body, for requests that the server answers itself, without an operation. */
export function problemBody(status: number, message: string = words[status] ?? words[500]!) {
  const error_code = status >= 500 ? 'INTERNAL_ERROR' : 'VALIDATION_ERROR'
  return JSON.stringify({ error: message, error_code })
}

export const problemHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Answers a request with the contract's error body. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  message?: string,
  headers: Record<string, string> = {},
): void {
  const body = problemBody(status, message)
  response
    .writeHead(status, {
      ...problemHeaders,
      ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    .end(response.req.method === 'HEAD' ? undefined : body)
}
