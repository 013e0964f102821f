import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { callFunction } from './call-function.ts'
import { type FunctionThreads, type ThreadOptions, startFunction } from './function-threads.ts'
import { sendProblem } from './problem.ts'
import { router } from './router.ts'
import { sendFile, staticFiles } from './static-files.ts'

/** In ms: how long a closing build waits for open requests, a little longer than a function may. */
const longestAnswerMs = 20_000

export type SiteBuild = ReturnType<typeof openBuild>

/**
 * Serves a Build Output API folder like the platform does: routes of config.json, static files and
 * functions. It follows our reading of the platform's rules, and throws if the folder uses a rule
 * that this server does not know.
 */
export function openBuild(
  folder: string,
  environment: Record<string, string>,
  options: ThreadOptions = {},
) {
  const files = staticFiles(path.join(folder, 'static'))
  const functions = new Map(functionsIn(path.join(folder, 'functions')))
  const threads = new Map<string, FunctionThreads>()
  const config: unknown = JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8'))
  let underWay = 0

  const route = router(config, (address) => {
    const file = files.nameAt(address)
    if (file !== undefined) return { kind: 'file', name: file }
    const name = address.replace(/^\//, '')
    return functions.has(name) ? { kind: 'function', name } : undefined
  })

  const threadsOf = (name: string): FunctionThreads => {
    const known = threads.get(name) ?? startFunction(functions.get(name)!, environment, options)
    threads.set(name, known)
    return known
  }

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    clientAddress: string,
  ): Promise<void> => {
    const { method = 'GET', url = '/', headers: sent } = request
    const [pathname = '/', query] = url.split('?', 2)
    const { headers, status, target } = route(method, pathname, sent, new URLSearchParams(query))
    if (target?.kind === 'function')
      return callFunction(threadsOf(target.name), request, response, { headers, clientAddress })
    if (target) return sendFile(request, response, files.at(target.name), headers, status)
    if ('location' in headers && status !== undefined)
      return void response.writeHead(status, headers).end()
    sendProblem(response, status ?? 404, undefined, headers)
  }

  return {
    /** Loads all functions, so that the first visitor does not wait for them. */
    ready: async () => {
      await Promise.all([...functions.keys()].map((name) => threadsOf(name).ready()))
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
      await Promise.all([...threads.values()].map((ofOne) => ofOne.close()))
    },
  }
}

/** The folders of the functions in a build, with the names by which routes refer to them. */
function functionsIn(folder: string): [name: string, folder: string][] {
  return globSync('**/*.func/.vc-config.json', { cwd: folder })
    .map((file) => path.dirname(file))
    .map((name) => [
      name.slice(0, -'.func'.length).split(path.sep).join('/'),
      path.join(folder, name),
    ])
}
