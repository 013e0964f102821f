import { readFileSync, readdirSync } from 'node:fs'

/** What a command took, with all processes that came from it. Null where there is no /proc. */
export interface Spent {
  /** The most memory that they held together. */
  bytes: number | null
  /** How long processors worked for them, which other load of the machine hardly changes. */
  processorSeconds: number | null
}

/** Linux counts the time of processes in hundredths. */
const ticks = 100

/** Watches a process and all that come from it, four times a second, until it is asked. */
export function watchProcesses(ancestor: number): () => Spent {
  let bytes = 0
  const worked = new Map<number, number>()
  const timer = setInterval(() => {
    const now = familyOf(ancestor)
    bytes = Math.max(
      bytes,
      now.reduce((sum, one) => sum + one.bytes, 0),
    )
    for (const { pid, seconds } of now) worked.set(pid, seconds)
  }, 250)
  return () => {
    clearInterval(timer)
    if (bytes === 0) return { bytes: null, processorSeconds: null }
    return { bytes, processorSeconds: [...worked.values()].reduce((sum, one) => sum + one, 0) }
  }
}

/** The memory that one process holds now. */
export function residentBytes(pid: number): number | null {
  const pages = Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0)
  return pages === 0 ? null : pages * 4096
}

// Pages that several processes hold, as the code of Node, count once for all of them together.
function shareOf(pid: number): number {
  const [, kilobytes] = /^Pss: +(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? []
  return Number(kilobytes ?? 0) * 1024
}

function familyOf(ancestor: number) {
  const processes = new Map(
    list('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statOf(Number(name))]),
  )
  const children = Map.groupBy(processes.keys(), (pid) => processes.get(pid)!.parent)
  // Processes come and go while they are read: one may seem to be a child of its own child.
  const family = new Set([ancestor])
  for (const pid of family) for (const child of children.get(pid) ?? []) family.add(child)
  return [...family].flatMap((pid) => {
    const process = processes.get(pid)
    return process ? [{ pid, seconds: process.seconds, bytes: shareOf(pid) }] : []
  })
}

// https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
function statOf(pid: number): { parent: number; seconds: number } {
  // "4711 (node) S 4242 …": the name in parentheses may hold spaces.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')
  const [user, system] = [Number(fields[11] ?? 0), Number(fields[12] ?? 0)]
  return { parent: Number(fields[1] ?? 0), seconds: (user + system) / ticks }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

// A process may have ended since the folder was read.
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
