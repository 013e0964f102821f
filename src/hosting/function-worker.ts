import { parentPort, workerData } from 'node:worker_threads'

/**
 * Runs the build's function in a thread of its own: a request comes as a message and its answer
 * goes back as one.
 */
const { entry } = workerData as { entry: string }
const { default: handler } = (await import(entry)) as {
  default: { fetch: (request: Request) => Promise<Response> }
}

export interface FunctionCall {
  id: number
  url: string
  method: string
  headers: [string, string][]
  body: Uint8Array<ArrayBuffer> | null
}

export interface FunctionAnswer {
  id: number
  status: number
  headers: [string, string][]
  body: ArrayBuffer
}

parentPort!.on('message', async ({ id, url, method, headers, body }: FunctionCall) => {
  try {
    const response = await handler.fetch(new Request(url, { method, headers, body }))
    const bytes = await response.arrayBuffer()
    parentPort!.postMessage(
      {
        id,
        status: response.status,
        headers: [...response.headers],
        body: bytes,
      } satisfies FunctionAnswer,
      [bytes],
    )
  } catch (error) {
    console.error(error)
    parentPort!.postMessage({
      id,
      status: 500,
      headers: [['cache-control', 'no-store']],
      body: new ArrayBuffer(0),
    } satisfies FunctionAnswer)
  }
})
parentPort!.postMessage('ready')
