import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Where a build cannot be moved away, it is copied. */
const copied = new Set(['EXDEV', 'EACCES', 'EPERM', 'EROFS'])

/** The builds that a data folder keeps: the one that is served, and for a moment the one before. */
export function keptBuilds(folder: string) {
  // By the time and the process that kept it.
  const names = async (): Promise<string[]> =>
    existsSync(folder) ? (await readdir(folder)).filter((name) => /^\d+-\d+$/.test(name)) : []

  return {
    /** The newest that is whole. */
    last: async (): Promise<string | undefined> => {
      const [name] = (await names()).sort((a, b) => parseInt(b, 10) - parseInt(a, 10))
      return name && path.join(folder, name)
    },

    /** Takes a build away from where it was made, and returns where it is now. */
    keep: async (output: string): Promise<string> => {
      const kept = path.join(folder, `${Date.now()}-${process.pid}`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      try {
        await rename(output, kept)
      } catch (error) {
        // The data folder may be on another disk, or the checkout be only read. It has its name when
        // it is whole.
        if (!copied.has((error as NodeJS.ErrnoException).code ?? '')) throw error
        await cp(output, `${kept}.part`, { recursive: true })
        await rename(`${kept}.part`, kept)
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
