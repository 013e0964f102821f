// The first file of the package; hosting/pack-cli.ts bundles it with `virtual:made`.
import { made } from 'virtual:made'
import { main } from './main.ts'

process.exitCode = await main(process.argv.slice(2), made, {
  input: process.stdin,
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
})
