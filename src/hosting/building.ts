import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendProblem } from './problem.ts'

const sentence = 'The site is being built. Try again in a few seconds.'
const wait = { 'retry-after': '5', 'cache-control': 'no-store' }

// What visitors see before the first build. The Refresh header reloads it, without a script.
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Proofstack is being built</title>
<h1>Proofstack is being built</h1>
<p>The pages are being made. This page asks again in 5 seconds.</p>
</html>
`

/** Answers requests until the first build is ready: with a page, JSON or JSON-RPC. */
export function answerBuilding(request: IncomingMessage, response: ServerResponse): void {
  const [address = '/'] = (request.url ?? '/').split('?')
  if (address === '/mcp') {
    const error = { code: -32603, message: sentence }
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error })
    return void response
      .writeHead(503, { ...wait, 'content-type': 'application/json; charset=utf-8' })
      .end(body)
  }
  const isForPeople =
    request.headers.accept?.includes('text/html') && !/^\/api(?:\/|$)/.test(address)
  if (!isForPeople) return sendProblem(response, 503, sentence, wait)
  response
    .writeHead(503, {
      ...wait,
      refresh: '5',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .end(request.method === 'HEAD' ? undefined : page)
}
