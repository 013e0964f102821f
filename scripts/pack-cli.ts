import type { JsonWebKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readKnownTools } from '#content-files/load.ts'
import { latestTarball, packCli } from '#hosting/pack-cli.ts'
import { Misuse, run, typedArguments } from '#command.ts'

const usage =
  'node scripts/pack-cli.ts --site https://… --version 1.2.3 --repository https://github.com/owner/name --key <proofstack-key.json> --to <folder>'

/** Writes the package `proofstack` for npm; .github/workflows/publish-cli.yml publishes it. */
await run(async () => {
  const { values } = typedArguments(usage, {
    options: {
      site: { type: 'string' },
      version: { type: 'string' },
      repository: { type: 'string' },
      key: { type: 'string' },
      to: { type: 'string' },
    },
  })
  const { site = '', version = '', repository = '', key = '', to = '' } = values
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Misuse(`--version is not like 1.2.3.\n${usage}`)
  for (const [name, value] of Object.entries({ site, repository }))
    if (!URL.canParse(value) || !/^https:\/\/[^/]/.test(value))
      throw new Misuse(`--${name} is not an https address.\n${usage}`)
  if (key === '' || to === '') throw new Misuse(usage)
  const known = await readKnownTools(path.dirname(import.meta.dirname))
  const packed = await packCli(
    to,
    {
      site: site.replace(/\/$/, ''),
      tools: known,
      // The file that the site serves as /.well-known/proofstack-key.json.
      key: JSON.parse(await readFile(key, 'utf8')) as JsonWebKey,
    },
    { version, repository: `git+${repository.replace(/(?:\.git)?\/?$/, '.git')}` },
  )
  console.log(`${path.join(to, latestTarball)} ${packed.version} ${packed.integrity}`)
})
