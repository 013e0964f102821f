import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { callFunction } from './call-function.ts'
import { startFunction } from './function-threads.ts'
import { sendProblem } from './problem.ts'
import { router } from './router.ts'
import { staticFiles } from './static-files.ts'

/** In ms: how long a closing build waits for open requests, a little longer than a function may. */
const longestAnswerMs = 20_000

export type SiteBuild = ReturnType<typeof openBuild>

/**
 * Serves a Build Output API folder like the platform does: routes of config.json, static files and
 * functions. It follows our reading of the platform's rules, and throws if the folder uses a rule
 * that this server does not know.
 */
export function openBuild(folder: string, environment: Record<string, string>) {
  const files = staticFiles(path.join(folder, 'static'))
  const functions = new Map(
    functionsIn(path.join(folder, 'functions')).map(({ name, at }) => [
      name,
      startFunction(at, environment),
    ]),
  )
  const config: unknown = JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8'))
  let underWay = 0

  const route = router(config, (address) => {
    const file = files.nameAt(address)
    if (file !== undefined) return { kind: 'file', name: file }
    const name = address.replace(/^\//, '')
    return functions.has(name) ? { kind: 'function', name } : undefined
  })

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    clientAddress: string,
  ): Promise<void> => {
    const { method = 'GET', url = '/', headers: sent } = request
    const [pathname = '/', query] = url.split('?', 2)
    const { headers, status, target } = route(method, pathname, sent, new URLSearchParams(query))
    if (target?.kind === 'function')
      return callFunction(functions.get(target.name)!, request, response, {
        headers,
        clientAddress,
      })
    if (target) return files.send(request, response, target.name, headers, status)
    if ('location' in headers && status !== undefined)
      return void response.writeHead(status, headers).end()
    sendProblem(response, status ?? 404, undefined, headers)
  }

  return {
    /** Loads all functions, so that the first visitor does not wait for them. */
    ready: async () => {
      await Promise.all([...functions.values()].map((threads) => threads.ready()))
    },

    handle: (...call: Parameters<typeof answer>): Promise<void> => {
      underWay++
      return answer(...call).finally(() => underWay--)
    },

    /** Waits until open requests are answered, then ends the threads of the functions. */
    close: async () => {
      const until = Date.now() + longestAnswerMs
      while (underWay > 0 && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20))
      await Promise.all([...functions.values()].map((threads) => threads.close()))
    },
  }
}

/** The folders of the functions in a build, with the names by which routes refer to them. */
function functionsIn(folder: string) {
  return globSync('**/*.func/.vc-config.json', { cwd: folder }).map((file) => {
    const below = path.dirname(file)
    const name = below.slice(0, -'.func'.length).split(path.sep).join('/')
    return { name, at: path.join(folder, below) }
  })
}
