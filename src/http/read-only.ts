/** The answer to a method that would change something, at an address that is only read. */
export function readOnly(request: Request): Response | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const headers = { allow: 'GET, HEAD', 'cache-control': 'no-store' }
  const body = {
    error: `${request.method} does not work here; use GET.`,
    error_code: 'VALIDATION_ERROR',
  }
  return Response.json(body, { status: 405, headers })
}
