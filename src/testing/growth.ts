/** What is over before takes too little time to tell growth from noise. */
const leastMs = 5

/**
 * Between two sizes, of which one is eight times the other: linear work grows by 8, square work by 64.
 * Memory makes some of the former grow by 25, and by 38 on a busy machine.
 */
const factor = 8
const mostGrowth = 48

/** How often a growth that looks too large is measured again: a real one stays. */
const repeats = 6

/**
 * The growth of the work on texts of ever larger sizes up to `most`, where it is beyond linear: between
 * which two sizes, and by how much. Undefined for linear work, and for work that is too short to
 * measure. It stops at the first growth, so work of any kind ends soon.
 */
export function growthBeyondLinear(
  textOf: (size: number) => string,
  work: (text: string) => unknown,
  most: number,
): string | undefined {
  const sizes = [most / factor ** 3, most / factor ** 2, most / factor, most].map(Math.floor)
  const growthOf = (small: number, large: number) => {
    let [leastSmall, leastLarge] = [Infinity, Infinity]
    // In turn, so that what disturbs the one disturbs the other.
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
      // With care: other programs take time, and so does what V8 does at first.
      const growth = growthOf(sizes[index - 1]!, size)
      if (growth > mostGrowth)
        return `${sizes[index - 1]} to ${size} characters: ${growth.toFixed(0)} times the work`
    }
    before = now
  }
  return undefined
}

/** From here on the processor time of a run is exact enough: the system counts it in steps of 4 ms. */
const longMs = 50

/**
 * The shortest of some runs, in milliseconds. A short run is the shorter by the clock the less others
 * disturb it; of a long one, which is always disturbed, the processor time of this thread counts.
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
