/** Growth of shorter work is noise. */
const leastMs = 5

/**
 * Each size is eight times the one before: linear work grows by 8, quadratic work by 64. Memory effects
 * make some linear work grow by 25, and by 38 on a busy machine.
 */
const factor = 8
const mostGrowth = 48

/** A growth that looks too large is measured again; real growth stays. */
const repeats = 6

/**
 * Measures work on texts of four sizes up to `most`. Returns the first growth beyond linear, in words,
 * or undefined for work that is linear or too short to measure. It stops at that growth, so that slow
 * work ends soon.
 */
export function growthBeyondLinear(
  textOf: (size: number) => string,
  work: (text: string) => unknown,
  most: number,
): string | undefined {
  const sizes = [most / factor ** 3, most / factor ** 2, most / factor, most].map(Math.floor)
  const growthOf = (small: number, large: number) => {
    let [leastSmall, leastLarge] = [Infinity, Infinity]
    // Alternating, so that a busy machine slows both.
    for (let run = 0; run < repeats; run++) {
      leastSmall = Math.min(leastSmall, leastTime(textOf(small), work, 2))
      leastLarge = Math.min(leastLarge, leastTime(textOf(large), work, 1))
      if (leastLarge < leastMs || leastLarge <= mostGrowth * leastSmall) return 1
    }
    return leastLarge / leastSmall
  }
  let before = 0
  for (const [index, size] of sizes.entries()) {
    const now = leastTime(textOf(size), work, 1)
    if (index > 0 && now > leastMs && now > mostGrowth * before) {
      // Measured again, because other programs and the warm-up of V8 take time, too.
      const growth = growthOf(sizes[index - 1]!, size)
      if (growth > mostGrowth)
        return `${sizes[index - 1]} to ${size} characters: ${growth.toFixed(0)} times the work`
    }
    before = now
  }
  return undefined
}

/** Runs of this length are measured by CPU time, which the system counts in steps of 4 ms. */
const longMs = 50

/**
 * The shortest of some runs, in milliseconds: short runs by the clock, long ones by the CPU time of
 * this thread, because other programs always interrupt them.
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
