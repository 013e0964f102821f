import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { attempt } from '#core/attempt.ts'

/**
 * The lock files that this process holds. A lock file with the pid of this process may also be left
 * over from an earlier process with the same pid.
 */
const held = new Set<string>()

/**
 * Takes a lock file for this process; false if another process holds it. Two processes that use the
 * same PGlite folder would destroy it.
 */
export function takeLock(file: string): boolean {
  // The draft is linked to the lock file once it is written: a lock file always has a pid.
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, `${process.pid} ${startOf(process.pid) ?? ''}`.trim(), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (isNew(() => fs.linkSync(draft, file))) return Boolean(held.add(file))
      const content = contentOf(file)
      if (content === undefined) continue
      if (isHeld(file, content)) return false
      removeStale(file, content)
    }
    return false
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

/** Releases a lock file that this process has taken by `takeLock`. */
export function releaseLock(file: string): void {
  held.delete(file)
  fs.rmSync(file, { force: true })
}

/** The pid of the process that holds a lock file, or 0. */
export function holderOf(file: string): number {
  return pidIn(contentOf(file) ?? '')
}

function isHeld(file: string, content: string): boolean {
  const pid = pidIn(content)
  if (pid === process.pid) return held.has(file)
  if (!isRunning(pid)) return false
  const written = content.slice(String(pid).length + 1)
  // The kernel reuses pids, for example after a reboot or in a container. The start time shows
  // whether the running process is the one that wrote the file.
  const started = startOf(pid)
  return written === '' || started === undefined || written === started
}

// The start time of a process. On Linux it is in ticks since the boot, with the id of the boot; on
// other systems it is the date that `ps` prints. Windows has neither: there any running process
// with the pid counts as the holder.
function startOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  const stat = contentOf(`/proc/${pid}/stat`)
  // The start time is the 20th field after the name, which is in parentheses and may have spaces.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  if (ticks) return `${ticks}@${contentOf('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}`
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  })
  return stdout?.trim() || undefined
}

// Removes a lock file that a killed process (kill -9) has left behind. Only one process at a time
// does this: otherwise a second one could remove the new lock of the first.
function removeStale(file: string, content: string) {
  const turn = `${file}.turn`
  if (isNew(() => fs.writeFileSync(turn, '', { flag: 'wx', mode: 0o600 }))) {
    if (contentOf(file) === content) fs.rmSync(file, { force: true })
    fs.rmSync(turn, { force: true })
    return
  }
  // A turn file older than 10 s is from a process that was killed during its turn.
  const since = fs.statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  if (Date.now() - since > 10_000) fs.rmSync(turn, { force: true })
}

/** Runs `make`, which creates a file; false if the file already existed. */
function isNew(make: () => void): boolean {
  try {
    make()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function pidIn(content: string): number {
  return Number(/^\d+/.exec(content)?.[0] ?? 0)
}

const contentOf = (file: string) => attempt(() => fs.readFileSync(file, 'utf8'))

function isRunning(pid: number): boolean {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
