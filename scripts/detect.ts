import path from 'node:path'
import { NoProject, detectPath, detectedLines } from '#cli/detect-path.ts'
import { readKnownTools } from '#content-files/load.ts'
import { Misuse, run, typedArguments } from '#command.ts'

const usage = 'npm run detect -- <folder, manifest or SBOM> [--json]'

await run(async () => {
  const { positionals, values } = typedArguments(usage, {
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return void console.log(usage)
  const [at, ...others] = positionals
  if (at === undefined || others.length > 0) throw new Misuse(usage)
  // Reads the tools without the listings: a faulty listing in content/ must not stop this command.
  const known = await readKnownTools(path.dirname(import.meta.dirname))
  const found = await detectPath(at, known).catch((error: unknown) => {
    throw error instanceof NoProject ? new Misuse(error.message) : error
  })
  const { unreadable, hint, ...answer } = found
  for (const line of unreadable) console.error(line)
  if (values.json) console.log(JSON.stringify(answer, null, 2))
  else {
    if (hint) console.error(hint)
    for (const line of detectedLines(found)) console.log(line)
  }
  return unreadable.length > 0 && answer.tools.length === 0 ? 1 : 0
})
