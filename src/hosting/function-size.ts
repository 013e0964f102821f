import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** What a function of the platform holds, unpacked: https://vercel.com/docs/functions/limitations */
const mostBytes = 250e6

/**
 * A sentence about functions of a build output that are larger than the platform takes; undefined
 * where they fit. A host of one's own takes any.
 */
export async function sizeWarning(output: string, most = mostBytes): Promise<string | undefined> {
  const folder = path.join(output, 'functions')
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  if (bytes <= most) return undefined
  const [is, takes] = [bytes, most].map((size) => Math.ceil(size / 1e6))
  return `The function has ${is} MB with its catalogue, and Vercel takes ${takes}: ask for its larger functions, or serve the build on a host of your own (npm run serve).`
}
