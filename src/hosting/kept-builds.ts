import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Where a build cannot be moved away, it is copied. */
const copied = new Set(['EXDEV', 'EACCES', 'EPERM', 'EROFS'])

/** Says that a build was replaced by the next one while it was copied. */
export class BuildReplaced extends Error {
  constructor() {
    super('The build was replaced while it was copied.')
    this.name = 'BuildReplaced'
  }
}

/** The builds that a data folder keeps: the one that is served, and for a moment the one before. */
export function keptBuilds(folder: string, move: typeof rename = rename) {
  // By the time and the process that kept it.
  const names = async (): Promise<string[]> =>
    existsSync(folder) ? (await readdir(folder)).filter((name) => /^\d+-\d+$/.test(name)) : []

  return {
    /** The newest that is whole. */
    last: async (): Promise<string | undefined> => {
      const [name] = (await names()).sort((a, b) => parseInt(b, 10) - parseInt(a, 10))
      return name && path.join(folder, name)
    },

    /**
     * Takes a build away from where it was made, and returns where it is now. A copy of what is there
     * no more when it is done, as `isStill` says, is thrown away.
     */
    keep: async (output: string, isStill: () => boolean = () => true): Promise<string> => {
      const kept = path.join(folder, `${Date.now()}-${process.pid}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      try {
        await move(output, kept)
      } catch (error) {
        // The data folder may be on another disk, or the checkout be only read. It has its name when
        // it is whole.
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
    // Of what is being replaced a file may be gone before it is copied.
    if (isStill()) throw error
  }
  if (!isStill()) throw new BuildReplaced()
}
