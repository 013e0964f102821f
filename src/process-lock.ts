import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** Files that this process holds: a file with its pid may be left over from an earlier process. */
const held = new Set<string>()

/**
 * Makes this process the holder of a lock file; false when another process holds it. Two processes
 * on one PGlite folder destroy it.
 */
export function takeLock(file: string): boolean {
  // Linked once it is written, so that the lock file always contains a pid.
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, identityOf(process.pid), { mode: 0o600 })
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

/** Releases a lock file that `takeLock` took. */
export function releaseLock(file: string): void {
  held.delete(file)
  fs.rmSync(file, { force: true })
}

/** The pid of the process that holds the file, or 0. */
export function holderOf(file: string): number {
  return pidIn(contentOf(file) ?? '')
}

function isHeld(file: string, content: string): boolean {
  const pid = pidIn(content)
  if (pid === process.pid) return held.has(file)
  if (!isRunning(pid)) return false
  const written = content.slice(String(pid).length + 1)
  // The kernel reuses pids, soon after a reboot or in a container. The start time shows whether the
  // process is the one that wrote the file.
  const started = startOf(pid)
  if (written !== '' && started !== undefined) return written === started
  // Old versions wrote the pid alone. A program other than Node never held the lock.
  return !isForeignProgram(pid)
}

/** Identifies a process: its pid, and its start time where the system reports one. */
function identityOf(pid: number): string {
  return `${pid} ${startOf(pid) ?? ''}`.trim()
}

// On Linux in ticks since the boot, with the id of the boot. Elsewhere in seconds, from `ps`;
// Windows has neither, and there a running pid is believed.
function startOf(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  const stat = contentOf(`/proc/${pid}/stat`)
  // The name in parentheses may hold spaces; the 20th field after it is the start.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  if (ticks) return `${ticks}@${contentOf('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}`
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  })
  return stdout?.trim() || undefined
}

function isForeignProgram(pid: number): boolean {
  try {
    return !/\/node[^/]*$/.test(fs.readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
  } catch {
    return false
  }
}

// A kill -9 leaves the file behind. One process at a time checks again and removes it; without
// turns the second would remove the new lock of the first.
function removeStale(file: string, content: string) {
  const turn = `${file}.turn`
  if (isNew(() => fs.writeFileSync(turn, '', { flag: 'wx', mode: 0o600 }))) {
    if (contentOf(file) === content) fs.rmSync(file, { force: true })
    fs.rmSync(turn, { force: true })
    return
  }
  // The process that had the turn was killed.
  const since = fs.statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  if (Date.now() - since > 10_000) fs.rmSync(turn, { force: true })
}

/** Runs `make`, which creates a file; false if the file existed. */
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

function contentOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  if (pid === 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
