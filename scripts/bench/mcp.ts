import type { Figure } from './figure.ts'
import { record, serveFloor } from './floor.ts'
import type { Ground } from './ground.ts'
import type { Call } from './http-client.ts'
import { type Client, compareRates } from './rounds.ts'
import type { Served } from './serve.ts'

interface Given {
  served: Served
  client: Client
  seconds: number
}

/** How many calls a second MCP takes; the floor is the same question over REST. */
export async function measureMcp(ground: Ground, given: Given): Promise<Figure[]> {
  return [...(await overRest(ground, given)), await overPost(ground, given)]
}

async function overRest(ground: Ground, { served, client, seconds }: Given): Promise<Figure[]> {
  const brief = { limit: 3, detail: 'brief' }
  const task = { task: 'customer support', limit: 3 }
  const figures: Figure[] = []
  for (const [tool, given, address] of [
    ['list_products', brief, '/products?limit=3&detail=brief'],
    ['list_products', { limit: 6 }, '/products?limit=6'],
    ['lookup_by_url', { url: 'n8n.io' }, '/lookup?url=n8n.io'],
    ['get_product', { slug: 'n8n' }, '/products/n8n'],
    ['compare_products', { slugs: 'n8n,dify' }, '/compare?slugs=n8n,dify'],
    ['search', { q: 'voice data', limit: 5 }, '/search?q=voice%20data&limit=5'],
    ['recommend_products', task, '/recommend?task=customer%20support&limit=3'],
    ['list_changelog', { limit: 5 }, '/changelog?limit=5'],
  ] as const) {
    const name = `MCP ${tool}${'detail' in given ? ', brief' : ''}`
    ground.say(name)
    const what = { part: 'mcp', name, seconds, floorIs: 'over REST' } as const
    const rest: Call = { method: 'GET', path: `/api/v1${address}` }
    const { url } = served
    figures.push(
      await compareRates(
        client,
        what,
        { url, calls: [toolCall(tool, given)] },
        { url, calls: [rest] },
      ),
    )
  }
  return figures
}

/**
 * What a POST costs whatever it asks: an answer of MCP as it was recorded, by POST, beside the answer
 * of REST as it was recorded, by GET. No call can come nearer to REST than this.
 */
async function overPost(ground: Ground, { served, client, seconds }: Given): Promise<Figure> {
  const call = toolCall('lookup_by_url', { url: 'n8n.io' })
  const rest: Call = { method: 'GET', path: '/api/v1/lookup?url=n8n.io' }
  const answers = [await record(served.url, call), await record(served.url, rest)]
  const floor = await serveFloor(ground, answers)
  try {
    const name = 'POST of the bytes of MCP lookup_by_url'
    ground.say(name)
    const what = { part: 'mcp', name, seconds, floorIs: 'GET of the bytes of REST' } as const
    const { url } = floor
    return await compareRates(client, what, { url, calls: [call] }, { url, calls: [rest] })
  } finally {
    await floor.stop()
  }
}

function toolCall(name: string, given: Record<string, unknown>): Call {
  const params = { name, arguments: given }
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
}
