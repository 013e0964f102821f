import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

const MB = 1_000_000

/**
 * What the platform takes of a build output; a figure that is larger is refused when it is deployed,
 * or when it is asked for. https://vercel.com/docs/limits and
 * https://vercel.com/docs/functions/limitations, read 2026-10-09.
 */
export const platformLimits = {
  functionBytes: { limit: 250 * MB, what: 'the function, unpacked' },
  answerBytes: { limit: 4.5 * MB, what: 'the largest answer of the function' },
  bodyBytes: { limit: 4.5 * MB, what: 'the largest body that the contract takes' },
  routes: { limit: 2_048, what: 'routes of config.json' },
  srcCharacters: { limit: 4_096, what: 'the longest pattern of a route' },
  buildSeconds: { limit: 45 * 60, what: 'the build' },
  /** None is written down; a build of 31,000 was tried. Past this the upload is worth a look. */
  files: { limit: 100_000, what: 'static files' },
} as const satisfies Record<string, { limit: number; what: string }>

export type PlatformLimit = keyof typeof platformLimits

/** What the folder of a build tells of itself. */
export type OutputFigures = Record<
  Extract<PlatformLimit, 'functionBytes' | 'routes' | 'srcCharacters' | 'files'>,
  number
>

/** Measures a Build Output API folder. */
export async function measureOutput(folder: string): Promise<OutputFigures> {
  const { routes } = JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8')) as {
    routes: { src?: string }[]
  }
  return {
    functionBytes: (await sizes(path.join(folder, 'functions'))).reduce((sum, size) => sum + size),
    routes: routes.length,
    srcCharacters: Math.max(...routes.map(({ src = '' }) => src.length)),
    files: (await sizes(path.join(folder, 'static'))).length,
  }
}

async function sizes(folder: string): Promise<number[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  )
}

/** A sentence for each figure that is over its limit. */
export function overLimits(figures: Partial<Record<PlatformLimit, number>>): string[] {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const { limit, what } = platformLimits[name as PlatformLimit]
    return figure > limit
      ? [
          `${what}: ${figure.toLocaleString('en')}, and the platform takes ${limit.toLocaleString('en')}`,
        ]
      : []
  })
}
