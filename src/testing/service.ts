import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '../..')

/** The commands of package.json begin so: what was compiled once is not compiled again. */
const asNpmDoes = ['--import', pathToFileURL(path.join(root, 'scripts/compile-cache.mjs')).href]

/** Why a service that tests share did not start, in its data folder: whoever waits for it reads it. */
export const failedFile = 'why-it-did-not-start'

export interface Service {
  url: string
  dataDir: string
  child: ChildProcess
  /** Everything it printed so far. */
  printed: () => string
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts the service as `npm start` does, on a free port, and waits until it serves. */
export async function startService(
  options: {
    dataDir?: string
    environment?: Record<string, string>
    args?: string[]
    /** The checkout whose code it is; this one unless said. */
    checkout?: string
    /** The command of scripts/ that serves. */
    script?: 'start.ts' | 'dev.ts'
  } = {},
): Promise<Service> {
  const { checkout = root, script = 'start.ts' } = options
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'proofstack-served-')))
  const child = spawn(
    process.execPath,
    [...asNpmDoes, path.join(checkout, 'scripts', script), ...(options.args ?? [])],
    {
      cwd: checkout,
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

/** A port that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command of scripts/ against a data folder, as an editor would in a second terminal. */
export function runScript(
  script: string,
  args: string[],
  options: { dataDir: string; environment?: Record<string, string>; input?: string },
): Promise<Finished> {
  const child = spawn(process.execPath, [...asNpmDoes, path.join('scripts', script), ...args], {
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
  /** The loopback address to call from: each is another client to the rate limits. */
  from?: string
}

/** One HTTP request over its own connection. */
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

// Each test file is a process of its own, and they all meet the limits of one service: a random
// start in 16 million addresses keeps them apart.
let lastClient = randomInt(16_000_000)

/** A loopback address that no test has called from yet. */
export function freshAddress(): string {
  lastClient++
  const network = Math.floor(lastClient / 254)
  // Not 127.0.x.x, from where browsers and commands call, and no last part of 0 or 255.
  return `127.${1 + (Math.floor(network / 256) % 254)}.${network % 256}.${1 + (lastClient % 254)}`
}

// What the machine of a developer has set must not change what the tests see.
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot, USER, USERNAME } = process.env
  // No file of settings, which may name a database that is in use.
  const PROOFSTACK_ENV = ''
  return { PATH, HOME, TMPDIR, SystemRoot, USER, USERNAME, PROOFSTACK_ENV }
}
