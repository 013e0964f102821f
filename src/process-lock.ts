import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** The files that this process holds: a file may also be left over from one that had its pid. */
const held = new Set<string>()

/**
 * Makes this process the holder of a file of its name, or says that another holds it. Two processes
 * on one PGlite folder destroy it, so this is not optional there.
 */
export function takeLock(file: string): boolean {
  // Written first and then given its name, so that nobody finds the file without the pid in it.
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

/** Gives back what `takeLock` took. */
export function releaseLock(file: string): void {
  held.delete(file)
  fs.rmSync(file, { force: true })
}

/** The process that holds the file, or 0. */
export function holderOf(file: string): number {
  return pidIn(contentOf(file) ?? '')
}

function isHeld(file: string, content: string): boolean {
  const pid = pidIn(content)
  if (pid === process.pid) return held.has(file)
  if (!isRunning(pid)) return false
  const began = content.slice(String(pid).length + 1)
  // The kernel gives pids again, after a reboot or in a container soon. When a process began tells
  // whether it is the one that wrote this.
  const begins = beginningOf(pid)
  if (began !== '' && begins !== undefined) return began === begins
  // The first house wrote the pid alone. What is no Node never was its server.
  return !isForeignProgram(pid)
}

/** What names a process for good: its pid, and when it began as far as the system tells. */
function identityOf(pid: number): string {
  return [pid, beginningOf(pid)].filter((part) => part !== undefined).join(' ')
}

// In ticks since the boot on Linux, where the boot has a name of its own. Elsewhere `ps` tells the
// second; Windows has neither, and a pid that lives is believed there.
function beginningOf(pid: number): string | undefined {
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

// Its process is gone: a kill -9 leaves the file behind. One process at a time looks again and
// removes it; otherwise the second would remove the file of the first, who has just become the
// holder.
function removeStale(file: string, content: string) {
  const turn = `${file}.turn`
  if (isNew(() => fs.writeFileSync(turn, '', { flag: 'wx', mode: 0o600 }))) {
    if (contentOf(file) === content) fs.rmSync(file, { force: true })
    fs.rmSync(turn, { force: true })
  } else if (
    Date.now() - (fs.statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) >
    10_000
  ) {
    // Whoever had the turn was killed in the middle of it.
    fs.rmSync(turn, { force: true })
  }
}

/** Does what makes a file, and says whether the file was not there before. */
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
