import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { listening } from './server-process.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The options for Node, as in the scripts of package.json. */
const nodeOptions = ['--import', pathToFileURL(path.join(root, 'scripts/compile-cache.mjs')).href]

/** If the shared service did not start, this file in its data folder contains the reason. */
export const failedFile = 'why-it-did-not-start'

export interface Service {
  url: string
  dataDir: string
  child: ChildProcess
  /** Everything that the service has printed so far. */
  printed: () => string
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts a service on a free port, as `npm start` does, and waits until it answers. */
export async function startService(
  options: {
    dataDir?: string
    environment?: Record<string, string>
    args?: string[]
    script?: 'start.ts' | 'dev.ts'
  } = {},
): Promise<Service> {
  const { script = 'start.ts' } = options
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'proofstack-served-')))
  const child = spawn(
    process.execPath,
    [...nodeOptions, path.join(root, 'scripts', script), ...(options.args ?? [])],
    {
      cwd: root,
      env: { ...cleanEnvironment(), PORT: '0', DATA_DIR: dataDir, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output += String(data)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const match = /(?:Ready|Serving the last build): \S+?:(\d+)\n/.exec(output)
      if (match) resolve(`http://${options.environment?.['HOST'] ?? '127.0.0.1'}:${match[1]}`)
    }
    child.stdout.on('data', look)
    void ended.then(() => reject(new Error(`the service ended before it was ready:\n${output}`)))
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return { url, dataDir, child, printed: () => output, stop }
}

/** Finds a port that no process is using now. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command of scripts/ on a data folder, in its own process, as an editor would. */
export function runScript(
  script: string,
  args: string[],
  options: { dataDir: string; environment?: Record<string, string>; input?: string },
): Promise<Finished> {
  const child = spawn(process.execPath, [...nodeOptions, path.join('scripts', script), ...args], {
    cwd: root,
    env: { ...cleanEnvironment(), DATA_DIR: options.dataDir, ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => (stdout += String(data)))
  child.stderr.on('data', (data) => (stderr += String(data)))
  child.stdin.end(options.input ?? '')
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  bytes: Buffer
  json: () => unknown
}

export interface Request {
  method?: string
  headers?: http.OutgoingHttpHeaders
  body?: string | Uint8Array
  /** The loopback address from which the request comes; the rate limits count it as the client. */
  from?: string
}

/** Sends an HTTP request over a new connection, and returns the response. */
export function request(url: string, options: Request = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers, body, from } = options
    const call = http.request(
      url,
      { method, headers, agent: false, ...(from ? { localAddress: from } : {}) },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString('utf8')
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            bytes,
            json: () => JSON.parse(text) as unknown,
          })
        })
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

// Several test processes share the rate limits of one service. A random start among 16 million
// loopback addresses keeps their clients apart.
let lastClient = randomInt(16_000_000)

/** A loopback address that no test has used as a client yet. */
export function freshAddress(): string {
  lastClient++
  const network = Math.floor(lastClient / 254)
  // Avoids 127.0.x.x, which browsers and commands use, and addresses that end in 0 or 255.
  return `127.${1 + (Math.floor(network / 256) % 254)}.${network % 256}.${1 + (lastClient % 254)}`
}

// Passes on only these variables: the developer's other settings must not change test results.
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot, USER, USERNAME } = process.env
  // Empty means no settings file: the developer's file may contain the URL of a real database.
  const PROOFSTACK_ENV = ''
  return { PATH, HOME, TMPDIR, SystemRoot, USER, USERNAME, PROOFSTACK_ENV }
}
