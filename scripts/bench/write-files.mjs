// The floor of a build: writes files of the same names and sizes, from sizes alone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [list, target] = process.argv.slice(2)
const made = new Set()
for (const line of readFileSync(list, 'utf8').split('\n').filter(Boolean)) {
  const [size, name] = JSON.parse(line)
  const file = path.join(target, name)
  const folder = path.dirname(file)
  if (!made.has(folder)) mkdirSync(folder, { recursive: true })
  made.add(folder)
  writeFileSync(file, Buffer.alloc(size, 120))
}
