import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** If moving a build fails with one of these error codes, the build is copied. */
const copied = new Set(['EXDEV', 'EACCES', 'EPERM', 'EROFS'])

/** Thrown if another build replaced a build while it was being copied. */
export class BuildReplaced extends Error {}

/** The builds in a data folder: the one that is served, and for a short time its predecessor. */
export function keptBuilds(folder: string, move: typeof rename = rename) {
  // The names of the builds: the time in ms and the process id, such as 1764115200000-42.
  const names = async (): Promise<string[]> =>
    existsSync(folder) ? (await readdir(folder)).filter((name) => /^\d+-\d+$/.test(name)) : []

  return {
    /** The folder of the newest build; undefined if there is none. */
    last: async (): Promise<string | undefined> => {
      const [name] = (await names()).sort((a, b) => parseInt(b, 10) - parseInt(a, 10))
      return name && path.join(folder, name)
    },

    /**
     * Moves or copies a build into the data folder, and returns its new path. Throws BuildReplaced
     * if `isStill` returns false after a copy, because the original changed meanwhile.
     */
    keep: async (output: string, isStill: () => boolean = () => true): Promise<string> => {
      const kept = path.join(folder, `${Date.now()}-${process.pid}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      try {
        await move(output, kept)
      } catch (error) {
        // The build is copied if the data folder is on another disk or the checkout is read-only.
        // The copy gets its final name when it is complete.
        if (!copied.has((error as NodeJS.ErrnoException).code ?? '')) throw error
        const part = `${kept}.part`
        try {
          await copy(output, part, isStill)
          await rename(part, kept)
        } finally {
          await rm(part, { recursive: true, force: true })
        }
      }
      return kept
    },

    removeOthers: async (kept: string): Promise<void> => {
      const others = (await readdir(folder)).filter((name) => name !== path.basename(kept))
      await Promise.all(
        others.map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
      )
    },
  }
}

async function copy(from: string, to: string, isStill: () => boolean): Promise<void> {
  try {
    await cp(from, to, { recursive: true })
  } catch (error) {
    // Files of a build that is being replaced disappear. BuildReplaced is thrown below.
    if (isStill()) throw error
  }
  if (!isStill()) throw new BuildReplaced('The build was replaced while it was copied.')
}
