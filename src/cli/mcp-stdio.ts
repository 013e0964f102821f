// The MCP server of the site for hosts that only start programs: one JSON message on each line.
import { createInterface } from 'node:readline'
import { attempt } from '#core/attempt.ts'
import { postMessage } from './call-site.ts'

interface Message {
  id?: unknown
  method?: unknown
  params?: { name?: unknown; _meta?: Record<string, unknown> }
}

/** Writes the answers to each line of `input`, until the input ends. */
export async function serveStdio(
  answer: (line: string) => Promise<string[]>,
  input: NodeJS.ReadableStream,
  write: (line: string) => void,
): Promise<void> {
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const answering = answer(line).then((lines) => lines.forEach(write))
    running.add(answering)
    void answering.finally(() => running.delete(answering))
  }
  await Promise.all(running)
}

/** Passes a line to the MCP server of a site. */
export async function siteAnswer(site: string, line: string): Promise<string[]> {
  const message = Object(attempt(() => JSON.parse(line))) as Message
  try {
    const response = await postMessage(site, line, headersOf(message))
    const text = await response.text()
    if (text === '') return []
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return [text.trim()]
    return text.split('\n').flatMap((row) => (row.startsWith('data: ') ? [row.slice(6)] : []))
  } catch (error) {
    if (message.id === undefined) return []
    const failure = { code: -32603, message: (error as Error).message }
    return [JSON.stringify({ jsonrpc: '2.0', id: message.id, error: failure })]
  }
}

/** The headers that a message of 2026-07-28 needs over HTTP; a former one needs none. */
function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  if (typeof version !== 'string' || typeof method !== 'string') return {}
  const encoded = `=?base64?${Buffer.from(String(params?.name)).toString('base64')}?=`
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(method === 'tools/call' ? { 'mcp-name': encoded } : {}),
  }
}
