import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { filesBelow } from './files-below.ts'

const MB = 1_000_000

/**
 * The limits of the platform for a build output and its requests. Sources:
 * https://vercel.com/docs/limits and https://vercel.com/docs/functions/limitations, read
 * 2026-10-09.
 */
export const platformLimits = {
  functionBytes: { limit: 250 * MB, what: 'the function, unpacked' },
  answerBytes: { limit: 4.5 * MB, what: 'the largest answer of the function' },
  bodyBytes: { limit: 4.5 * MB, what: 'the largest body that the contract takes' },
  routes: { limit: 2_048, what: 'routes of config.json' },
  srcCharacters: { limit: 4_096, what: 'the longest pattern of a route' },
  buildSeconds: { limit: 45 * 60, what: 'the build' },
  /** The platform does not document this limit. A build with 31,000 files worked. */
  files: { limit: 100_000, what: 'static files' },
} as const satisfies Record<string, { limit: number; what: string }>

type PlatformLimit = keyof typeof platformLimits

/** Measures a Build Output API folder by the figures that can be measured in it. */
export async function measureOutput(folder: string) {
  const { routes } = JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8')) as {
    routes: { src?: string }[]
  }
  return {
    functionBytes: functionBytes(folder),
    routes: routes.length,
    srcCharacters: Math.max(...routes.map(({ src = '' }) => src.length)),
    files: filesBelow(path.join(folder, 'static')).length,
  }
}

/** A warning if the functions of a build output are larger than the platform allows. */
export function sizeWarning(
  output: string,
  most: number = platformLimits.functionBytes.limit,
): string | undefined {
  const bytes = functionBytes(output)
  if (bytes <= most) return undefined
  const [is, takes] = [bytes, most].map((size) => Math.ceil(size / MB))
  return `The function has ${is} MB with its catalogue, and Vercel takes ${takes}: ask for its larger functions, or serve the build on a host of your own (npm run serve).`
}

function functionBytes(output: string): number {
  const folder = path.join(output, 'functions')
  return filesBelow(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)
}

/** An error message for each figure above its limit. */
export function overLimits(figures: Partial<Record<PlatformLimit, number>>): string[] {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const { limit, what } = platformLimits[name as PlatformLimit]
    if (figure <= limit) return []
    return `${what}: ${figure.toLocaleString('en')}, and the platform takes ${limit.toLocaleString('en')}`
  })
}
