import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Errors of a move after which the build is copied. */
const copied = new Set(['EXDEV', 'EACCES', 'EPERM', 'EROFS'])

/** The next build replaced a build while it was copied. */
export class BuildReplaced extends Error {
  constructor() {
    super('The build was replaced while it was copied.')
    this.name = 'BuildReplaced'
  }
}

/** The builds in a data folder: the served build, and for a moment its predecessor. */
export function keptBuilds(folder: string, move: typeof rename = rename) {
  // Named by time and process id.
  const names = async (): Promise<string[]> =>
    existsSync(folder) ? (await readdir(folder)).filter((name) => /^\d+-\d+$/.test(name)) : []

  return {
    /** The newest complete build. */
    last: async (): Promise<string | undefined> => {
      const [name] = (await names()).sort((a, b) => parseInt(b, 10) - parseInt(a, 10))
      return name && path.join(folder, name)
    },

    /**
     * Moves or copies a build into the data folder, and returns its new folder. Throws BuildReplaced if
     * `isStill` says that the original changed during the copy.
     */
    keep: async (output: string, isStill: () => boolean = () => true): Promise<string> => {
      const kept = path.join(folder, `${Date.now()}-${process.pid}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      try {
        await move(output, kept)
      } catch (error) {
        // The data folder may be on another disk, or the checkout may be read-only. The copy is renamed
        // when it is complete.
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
    // Files may disappear while the build is being replaced.
    if (isStill()) throw error
  }
  if (!isStill()) throw new BuildReplaced()
}
