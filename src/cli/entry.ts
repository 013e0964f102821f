// The first file of the package; hosting/pack-cli.ts bundles it with `virtual:made`.
import os from 'node:os'
import path from 'node:path'
import { made } from 'virtual:made'
import { main } from './main.ts'

process.exitCode = await main(process.argv.slice(2), made, {
  input: process.stdin,
  cache: process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'),
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
})
