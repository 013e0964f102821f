import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { measureOutput, overLimits } from '#hosting/platform-limits.ts'
import { type Figure, figure } from './figure.ts'
import { type Ground, root } from './ground.ts'
import { type Spent, watchProcesses } from './process-tree.ts'

/** The build output that the other parts ask, made once unless it was kept. */
export async function builtSite(ground: Ground): Promise<string> {
  const folder = path.join(ground.folder, 'site')
  if (!existsSync(folder)) await build(ground)
  return folder
}

/** How long `npm run build` takes on this database, with what memory, and what comes out. */
export async function measureBuild(ground: Ground): Promise<Figure[]> {
  const spent = await build(ground)
  const files = await filesOf(path.join(ground.folder, 'site'))
  const least = await writeTheSame(ground, files)
  const part = 'build' as const
  const floorIs = 'a script that writes the same files'
  // At any number of listings: a build that the platform refuses is no build.
  const over = overLimits({
    ...(await measureOutput(path.join(ground.folder, 'site'))),
    buildSeconds: spent.seconds,
  })
  if (over.length > 0) throw new Error(`The platform would refuse this build:\n${over.join('\n')}`)
  const written = files.reduce((sum, { size }) => sum + size, 0)
  const beside = (name: string, unit: 's' | 'MB', key: keyof typeof spent, by: number) => {
    const [value, floor] = [spent, least].map((one) => one[key] && one[key] / by)
    return figure({ part, name, unit, value: value ?? null, floor: floor ?? null, floorIs })
  }
  return [
    beside('build', 's', 'seconds', 1),
    beside('processor time of the build', 's', 'processorSeconds', 1),
    beside('peak memory of the build', 'MB', 'bytes', 1e6),
    figure({ part, name: 'files', unit: 'files', value: files.length }),
    figure({ part, name: 'output', unit: 'MB', value: written / 1e6 }),
  ]
}

async function build({ folder, databaseUrl, say }: Ground) {
  say('Building …')
  const spent = await finished([path.join(root, 'scripts/build.ts')], {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SITE_URL: 'http://localhost:4321',
  })
  const site = path.join(folder, 'site')
  await rm(site, { recursive: true, force: true })
  await moveFolder(path.join(root, '.vercel/output'), site)
  return spent
}

export async function filesOf(folder: string): Promise<{ name: string; size: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(
    names.map(async (file) => ({
      name: path.relative(folder, file),
      size: (await stat(file)).size,
    })),
  )
}

async function writeTheSame({ folder }: Ground, files: { name: string; size: number }[]) {
  const [list, target] = [path.join(folder, 'files.txt'), path.join(folder, 'same-files')]
  await writeFile(list, files.map(({ name, size }) => JSON.stringify([size, name])).join('\n'))
  await mkdir(target, { recursive: true })
  const script = path.join(import.meta.dirname, 'write-files.mjs')
  const spent = await finished([script, list, target], process.env)
  await rm(target, { recursive: true, force: true })
  return spent
}

/** What a command takes, with all that come from it. One that fails tells what it printed. */
async function finished(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Spent & { seconds: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'pipe' })
  const spent = watchProcesses(child.pid!)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (printed = (printed + String(data)).slice(-4000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const seconds = (performance.now() - began) / 1000
  const all = { seconds, ...spent() }
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${printed}`)
  return all
}

async function moveFolder(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    // The folder that is kept may be on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await cp(from, to, { recursive: true })
    await rm(from, { recursive: true, force: true })
  }
}
