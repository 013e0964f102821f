import { parseArgs } from 'node:util'
import { run } from '#command.ts'
import { builtSite, measureBuild } from './build.ts'
import { measureCold } from './cold.ts'
import { type Figure, type Part, parts } from './figure.ts'
import { measureCatalogue, measureFunction } from './function-folder.ts'
import { type Ground, openGrounds } from './ground.ts'
import { measureMcp } from './mcp.ts'
import { measurePublish } from './publish.ts'
import { measureReads } from './reads.ts'
import { type Report, asMarkdown, asText, machine } from './report.ts'
import { startClient } from './rounds.ts'
import { serveSite } from './serve.ts'
import { measureSubmit } from './submit.ts'

const usage = `Measures the house on made listings, as ratios to floors of the same run.

  npm run bench -- --sizes 100,1000     on so many listings (default: 100,1000,10000,100000)
  npm run bench -- --only build,reads   some of: ${parts.join(', ')}
  npm run bench -- --case list          the reads whose names have this word
  npm run bench -- --keep <folder>      keeps database and build there for the next run
  npm run bench -- --fill               fills the databases and measures nothing
  npm run bench -- --seconds 2          how long a round of requests takes (default: 2)
  npm run -s bench -- --json            prints JSON and nothing else
  npm run bench -- --markdown           prints the table for content/docs/performance.md
`

await run(async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '100,1000,10000,100000' },
      only: { type: 'string', default: parts.join(',') },
      case: { type: 'string', default: '' },
      keep: { type: 'string' },
      fill: { type: 'boolean' },
      seconds: { type: 'string', default: '2' },
      json: { type: 'boolean' },
      markdown: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const sizes = values.sizes.split(',').map(Number)
  const asked = new Set(values.fill ? [] : values.only.split(','))
  const wanted = parts.filter((part) => asked.has(part))
  const seconds = Number(values.seconds)
  const isClear =
    sizes.every((size) => Number.isInteger(size) && size >= 57) &&
    wanted.length === asked.size &&
    seconds > 0
  if (values.help || !isClear) {
    console.error(usage)
    return values.help ? 0 : 2
  }

  const grounds = await openGrounds(values.keep, (line) => console.error(line))
  const report: Report = { machine: machine(grounds.version), sizes: [] }
  // Ctrl-C ends the database too, and removes what was not to be kept.
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(`It was ended by ${signal}.`)))
  })
  const measured = async () => {
    for (const size of sizes) {
      await grounds.at(size, async (ground) => {
        const figures = await measure(ground, new Set(wanted), { seconds, named: values.case })
        report.sizes.push({ size, figures })
        if (!values.json && !values.markdown) console.log(`\n${asText(size, figures)}`)
      })
    }
  }
  try {
    await Promise.race([measured(), interrupted])
  } finally {
    await grounds.close()
  }
  if (values.json) console.log(JSON.stringify(report, null, 2))
  if (values.markdown) console.log(asMarkdown(report))
  return 0
})

async function measure(
  ground: Ground,
  wanted: ReadonlySet<Part>,
  how: { seconds: number; named: string },
): Promise<Figure[]> {
  const figures: Figure[] = []
  const when = async (part: Part, measured: () => Promise<Figure[]>) => {
    if (!wanted.has(part)) return
    ground.say(`Measuring ${part} at ${ground.size} …`)
    figures.push(...(await measured()))
  }
  await when('build', () => measureBuild(ground))
  if ([...wanted].every((part) => part === 'build')) return figures
  const site = await builtSite(ground)
  await when('catalogue', () => measureCatalogue(site))
  await when('function', () => measureFunction(site))
  await when('cold', () => measureCold(ground, site))
  if (!['reads', 'submit', 'publish', 'mcp'].some((part) => wanted.has(part as Part)))
    return figures
  const served = await serveSite(ground, site, 'site')
  const client = startClient()
  const given = { served, site, client, ...how }
  try {
    // First, so that there is a listing that no file of the build has.
    await when('publish', () => measurePublish(ground, given))
    await when('reads', () => measureReads(ground, given))
    await when('mcp', () => measureMcp(ground, given))
    await when('submit', () => measureSubmit(ground, given))
  } finally {
    client.close()
    await served.stop()
  }
  return figures
}
