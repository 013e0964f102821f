import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openBuiltCatalog } from '#catalog/built.ts'
import { addresses } from '#core/addresses.ts'
import { type FrozenQuarter, quarterView } from '#present/lists/quarter.ts'
import { ranking, replacedTools } from '#present/lists/trend-words.ts'
import { Misuse, run } from '#command.ts'

const root = path.dirname(import.meta.dirname)
const folder = path.join(root, 'content', 'quarters')

// Writes the next issue of /state into content/quarters, from the catalogue of a build.
await run(async () => {
  const [, , from = path.join(root, '.generated', 'catalog.sqlite')] = process.argv
  if (!existsSync(from)) throw new Misuse(`There is no ${from}: run npm run build first.`)
  const { trends, toolsBySlug } = openBuiltCatalog(from, addresses(''))
  const issue: FrozenQuarter = {
    number: (await readdir(folder)).length + 1,
    frozen_on: new Date().toISOString().slice(0, 10),
    tools: ranking(trends(), toolsBySlug),
    replaced: replacedTools(trends(), toolsBySlug),
  }
  const file = path.join(folder, `${quarterView(issue).slug}.json`)
  if (existsSync(file)) throw new Error(`${file} is there already, and stays as it is.`)
  // A line for each tool, so that a diff can be read.
  await writeFile(file, `${JSON.stringify(issue).replaceAll('{"slug":', '\n{"slug":')}\n`)
  console.log(file)
})
