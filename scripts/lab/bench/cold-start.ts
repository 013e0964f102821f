// Loads the function of a build in a new process, as the platform does for a new instance, and prints
// the milliseconds from the start of the process to the first list, and of the first search.
import path from 'node:path'

const entry = path.resolve('.vercel/output/functions/_render.func/.vercel/output/server/entry.mjs')
const { default: handler } = (await import(entry)) as {
  default: { fetch: (request: Request) => Promise<Response> }
}
for (const address of ['/api/v1/products', '/api/v1/search?q=agent']) {
  const asked = performance.now()
  const response = await handler.fetch(new Request(new URL(address, process.env['SITE_URL'])))
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  console.log(performance.now() - (address.includes('search') ? asked : 0))
}
process.exit()
