import http from 'node:http'
import { listening } from './server-process.ts'
import { freshAddress, request } from './service.ts'

/**
 * Starts a server that forwards every request to the site of an MCP server, from a client address that
 * no other test has. Programs that cannot choose their address are tested through it.
 */
export async function startRelay(to: string) {
  const from = freshAddress()
  const server = http.createServer(async (asked, answered) => {
    const chunks: Buffer[] = []
    for await (const chunk of asked as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const answer = await request(new URL(asked.url!, to).href, {
      method: asked.method!,
      headers: { ...asked.headers, host: new URL(to).host },
      from,
      ...body,
    })
    const { 'content-type': type = 'text/plain', 'content-encoding': encoding } = answer.headers
    const encoded = encoding ? { 'content-encoding': encoding } : {}
    answered.writeHead(answer.status, { 'content-type': type, ...encoded }).end(answer.bytes)
  })
  const url = `http://127.0.0.1:${await listening(server)}/mcp`
  return { url, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
