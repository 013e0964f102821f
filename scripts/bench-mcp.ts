import http from 'node:http'
import { removeFolder, startService } from '../src/testing/service.ts'
import { run } from './run.ts'

const seconds = 4
const connections = 10
const rounds = 3

// How many calls a second MCP takes, as a ratio to the same question over REST in the same run.
// Rounds alternate, so that the machine's other load meets both.
await run(async () => {
  const service = await startService()
  try {
    const questions = [
      [
        'list_products, 3 brief',
        '/products?limit=3&detail=brief',
        'list_products',
        { limit: 3, detail: 'brief' },
      ],
      ['lookup_by_url', '/lookup?url=n8n.io', 'lookup_by_url', { url: 'n8n.io' }],
      ['get_product (asks Postgres)', '/products/n8n', 'get_product', { slug: 'n8n' }],
    ] as const
    console.log('the same question'.padEnd(30) + 'REST a second   MCP a second   MCP / REST')
    for (const [title, address, name, given] of questions) {
      const rest = { method: 'GET', url: `${service.url}/api/v1${address}` }
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      }
      const mcp = { method: 'POST', url: `${service.url}/mcp`, body: JSON.stringify(message) }
      const rates = { rest: 0, mcp: 0 }
      for (let round = 0; round < rounds; round++) {
        rates.rest += (await rate(rest)) / rounds
        rates.mcp += (await rate(mcp)) / rounds
      }
      const numbers = [
        rates.rest.toFixed(0).padStart(13),
        rates.mcp.toFixed(0).padStart(14),
        (rates.mcp / rates.rest).toFixed(2).padStart(12),
      ]
      console.log(title.padEnd(30) + numbers.join(' '))
    }
  } finally {
    await service.stop()
    await removeFolder(service.dataDir)
  }
})

/** Requests a second over some kept connections. */
async function rate(question: { method: string; url: string; body?: string }): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const until = Date.now() + seconds * 1000
  let answered = 0
  const client = async () => {
    while (Date.now() < until) {
      await ask(question, agent)
      answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  agent.destroy()
  return answered / seconds
}

function ask(
  { method, url, body }: { method: string; url: string; body?: string },
  agent: http.Agent,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const call = http.request(url, { method, agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume()
      response.once('end', resolve)
    })
    call.once('error', reject)
    call.end(body)
  })
}
