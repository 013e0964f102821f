/** In milliseconds. The growth of shorter work is not judged: it is noise. */
const leastMs = 5

/**
 * Each size is 16 times the previous one: linear work grows by 16, quadratic work by 256. Memory
 * effects and a busy machine make some linear work grow by up to five times as much.
 */
const factor = 16
const mostGrowth = 96

/** Too large a growth is measured up to this many times: only real growth appears every time. */
const repeats = 6

/**
 * Measures work on texts of three sizes, of which `most` is the largest. Returns a description of
 * the first growth that is more than linear; undefined for work that is linear or too short to
 * measure. Stops at that growth, so that slow work ends soon.
 */
export function growthBeyondLinear(
  textOf: (size: number) => string,
  work: (text: string) => unknown,
  most: number,
): string | undefined {
  const sizes = [most / factor ** 2, most / factor, most].map(Math.floor)
  const growthOf = (small: number, large: number) => {
    let [leastSmall, leastLarge] = [Infinity, Infinity]
    // Both sizes in turn, so that a busy machine slows down both.
    for (let run = 0; run < repeats; run++) {
      leastSmall = Math.min(leastSmall, leastTime(textOf(small), work, 2))
      leastLarge = Math.min(leastLarge, leastTime(textOf(large), work, 1))
      if (leastLarge < leastMs || leastLarge <= mostGrowth * leastSmall) return 1
    }
    return leastLarge / leastSmall
  }
  let before = 0
  for (const [index, size] of sizes.entries()) {
    // Shorter texts are read twice: V8 compiles what is new to it in the first run.
    const now = leastTime(textOf(size), work, size < most ? 2 : 1)
    if (index > 0 && now > leastMs && now > mostGrowth * before) {
      // Other programs and the warm-up of V8 also take time, so a large growth is measured again.
      const growth = growthOf(sizes[index - 1]!, size)
      if (growth > mostGrowth)
        return `${sizes[index - 1]} to ${size} characters: ${growth.toFixed(0)} times the work`
    }
    before = now
  }
  return undefined
}

/** In ms. Longer runs are measured by CPU time, which the system counts in steps of 4 ms. */
const longMs = 50

/**
 * The shortest of some runs, in milliseconds. Short runs are measured by the clock, long runs by
 * the CPU time of this thread, because other programs always interrupt long runs.
 */
function leastTime(text: string, work: (text: string) => unknown, runs: number): number {
  let least = Infinity
  for (let run = 0; run < runs; run++) {
    const [start, before] = [performance.now(), process.threadCpuUsage()]
    work(text)
    const ms = performance.now() - start
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, ms < longMs ? ms : (user + system) / 1000)
  }
  return least
}
