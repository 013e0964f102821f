// `npm run bench`: measures the speed of the directory with generated listings.
import { openExisting } from '#db/open-existing.ts'
import { Misuse, run, typedArguments } from '#command.ts'
import { build, openEnvironment, serve } from './bench/environment.ts'
import { measurePublish } from './bench/publish.ts'
import { measureReads } from './bench/reads.ts'
import { measureSearch } from './bench/search.ts'
import { type Figure, tableOf } from './figures.ts'

const usage = `Measures a built service on generated listings, and prints a table for each benchmark named.

  npm run bench -- build      the build: seconds and size, under the limits of the platform
  npm run bench -- reads      reads per second, beside a hand-written SQL server on the same data
  npm run bench -- search     searches and recommendations per second, and their times
  npm run bench -- publish    milliseconds from an editor's decision until readers see it

  --listings 1000    how many listings there are, at least 260
  --seconds 2        how long a round of reads or searches takes
  --embedded         on the embedded database; without it on Debian's postgresql`

const names = ['build', 'reads', 'search', 'publish']

await run(async () => {
  const { positionals, values } = typedArguments(usage, {
    allowPositionals: true,
    options: {
      listings: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '2' },
      embedded: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void console.log(usage)
  const [listings, seconds] = [Number(values.listings), Number(values.seconds)]
  const isKnown = positionals.length > 0 && positionals.every((name) => names.includes(name))
  if (!isKnown || !(listings >= 260) || !(seconds > 0)) throw new Misuse(usage)
  const print = (name: string, figures: readonly Figure[]) =>
    console.log(`\n${tableOf([`${name}, ${listings} listings`, 'measured', 'more'], figures)}`)

  console.error(`Filling a database with ${listings} listings …`)
  const environment = await openEnvironment(listings, values.embedded)
  try {
    console.error('Building …')
    const built = await build(environment)
    if (positionals.includes('build')) print('build', built)
    if (positionals.every((name) => name === 'build')) return
    const service = await serve(environment)
    const { settings, dataDir } = environment
    const { db, close } = await openExisting({ ...settings, DATA_DIR: dataDir })
    const given = { url: service.url, db, seconds }
    try {
      if (positionals.includes('reads')) print('reads', await measureReads(environment, given))
      if (positionals.includes('search')) print('search', await measureSearch(given))
      if (positionals.includes('publish'))
        print('publish', await measurePublish(environment, given))
    } finally {
      await close()
      await service.stop()
    }
  } finally {
    await environment.close()
  }
})
