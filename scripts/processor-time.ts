// The time that processes spend computing. Unlike the time on the clock it hardly depends on what else
// the machine does.
import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const ticks = 100

/**
 * The processor seconds of all child processes that ended, with those of their own children;
 * undefined where the system does not tell.
 */
export function endedChildrenSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // proc_pid_stat(5): after the name in parentheses, fields 16 and 17 are cutime and cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / ticks
  } catch {
    return undefined
  }
}

/** The processor seconds of a fixed piece of work on this machine, now. */
export function calibrationSeconds(): number {
  const before = process.cpuUsage()
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, name: `row ${at}`, of: [at, -at] }))
  let text = ''
  for (let round = 0; round < 25; round++) {
    text = JSON.stringify(JSON.parse(JSON.stringify(rows)))
    rows.sort((a, b) => (round % 2 === 0 ? b.at - a.at : a.at - b.at))
  }
  if (text.length === 0) throw new Error('The work was left out.')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
