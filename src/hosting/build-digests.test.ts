import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { damageOf, writeDigests } from './build-digests.ts'

let build: string
const catalog = 'functions/_render.func/.generated/catalog.sqlite'
const at = (name: string) => path.join(build, name)

beforeEach(async () => {
  build = temporaryFolder()
  for (const name of ['config.json', catalog, 'static/index.html']) {
    await mkdir(path.dirname(at(name)), { recursive: true })
    await writeFile(at(name), `all of ${name}`)
  }
  await writeDigests(build)
})

it('an unchanged build has no damage, with other files beside it too', async () => {
  await writeFile(at('made-from.json'), '{}')
  expect(await damageOf(build)).toBeUndefined()
})

it.each([
  ['empty', catalog, () => truncate(at(catalog)), 'is not as it was built.'],
  ['random', catalog, () => writeFile(at(catalog), 'other bytes'), 'is not as it was built.'],
  ['missing', catalog, () => rm(at(catalog)), 'is missing.'],
  ['cut', 'config.json', () => truncate(at('config.json'), 5), 'is not as it was built.'],
  ['missing', 'digests.json', () => rm(at('digests.json')), 'is missing or damaged.'],
  ['cut', 'digests.json', () => truncate(at('digests.json'), 9), 'is missing or damaged.'],
])(
  'a build with a file that is %s is damaged, and the sentence names the file: %s',
  async (_, name, damage, words) => {
    await damage()
    expect(await damageOf(build)).toBe(`${at(name)} ${words}`)
  },
)
