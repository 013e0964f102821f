import http, { type RequestListener } from 'node:http'
import type { Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { type GuardedFetch, guardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { listening } from './server-process.ts'

/** A website on a loopback address for one test, with a guarded fetch that reaches only it. */
export async function localSite(answer: RequestListener, startDeadline = never) {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`)
    answer(request, response)
  })
  const port = await listen(server)
  const isAllowed = (address: string, to: number) => address === '127.0.0.1' && to === port
  const lookup = () => Promise.resolve(['127.0.0.1'])
  const fetch: GuardedFetch = (url, request) =>
    guardedFetch(url, { site: 'test', isAllowed, lookup, startDeadline, ...request })
  return { port, origin: `http://127.0.0.1:${port}`, asked, isAllowed, lookup, fetch }
}

/** A deadline that never ends, so that no test fails because of a slow machine. */
export function never(): AbortSignal {
  return new AbortController().signal
}

/** Makes a server listen on a free loopback port until the test ends. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<{ destroy: () => void }>()
  server.on('connection', (socket) => sockets.add(socket))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return listening(server)
}
