import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fireRebuild } from './fire-rebuild.ts'

let status: number
let asked: string[]
let server: http.Server
let hook: string

beforeEach(async () => {
  asked = []
  server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(status).end('secret words of the host')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/s3cret?key=s3cret`
})

afterEach(() => new Promise((resolve) => server.close(resolve)))

async function complaint(): Promise<string> {
  const error = await fireRebuild(hook).then(
    () => new Error('it was fired'),
    (reason: unknown) => reason as Error,
  )
  return error.message
}

it.each([200, 201, 202, 204])(
  'a hook that answers %d has taken the call, which came once and by POST',
  async (answer) => {
    status = answer
    await fireRebuild(hook)
    expect(asked).toEqual(['POST /hook/s3cret?key=s3cret'])
  },
)

it.each([400, 401, 404, 500, 503])(
  'a hook that answers %d has not: the sentence tells its host and status, and not its secret',
  async (answer) => {
    status = answer
    const host = new URL(hook).host
    expect(await complaint()).toBe(`the rebuild hook at ${host} answered ${answer}`)
    expect(asked).toHaveLength(1)
  },
)

it.each(['127.0.0.1', 'localhost'])(
  'a hook that refuses the connection at %s is named with the reason, without its secret',
  async (name) => {
    const { port } = new URL(hook)
    await new Promise((resolve) => server.close(resolve))
    hook = `http://${name}:${port}/hook/s3cret`
    const message = await complaint()
    expect(message).toContain(`the rebuild hook at ${name}:${port} cannot be reached: `)
    expect(message).toContain('ECONNREFUSED')
    expect(message).not.toContain('s3cret')
  },
)
