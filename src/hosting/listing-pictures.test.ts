import { cp, mkdir, mkdtemp, readdir, rm, utimes, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listingPictures, shrinkPictures } from './listing-pictures.ts'

let root: string
const at = (...parts: string[]) => path.join(root, ...parts)

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'proofstack-small-'))
  await mkdir(at('content/listings'), { recursive: true })
  await mkdir(at('public/pictures'), { recursive: true })
  await writeFile(at('content/listings/plain.yaml'), 'name: Plain\n')
  await writeFile(
    at('content/listings/acme.yaml'),
    `name: Acme
pictures:
  - {file: acme-1.webp, alt: "A list: of \\"runs\\".", source: "https://acme.example/a.png"}
  # A remark.
  - file: acme-2.webp
    alt: Another list of runs
source: null
`,
  )
  for (const [name, width] of [['acme-1.webp', 1_200] as const, ['acme-2.webp', 600] as const]) {
    const background = '#0055ff'
    await sharp({ create: { width, height: 300, channels: 3, background } }).toFile(
      at('public/pictures', name),
    )
  }
})

afterEach(() => rm(root, { recursive: true }))

it('pictures are read with their size, and get smaller ones where they are large', async () => {
  expect(await listingPictures(root)).toMatchObject({
    acme: [
      {
        file: 'acme-1.webp',
        alt: 'A list: of "runs".',
        source: 'https://acme.example/a.png',
        width: 1_200,
        height: 300,
        widths: [480, 960],
      },
      { file: 'acme-2.webp', alt: 'Another list of runs', source: null, widths: [480] },
    ],
  })
})

it('pictures are read however their rows are written', async () => {
  const rows = ['[{file: acme-1.webp, alt: A list}]', '\n- file: acme-1.webp\n  alt: A list\n']
  for (const written of rows) {
    await writeFile(at('content/listings/acme.yaml'), `name: Acme\npictures: ${written}`)
    expect(await listingPictures(root)).toMatchObject({ acme: [{ file: 'acme-1.webp' }] })
  }
})

it('smaller pictures are made once, and again when a picture is another one', async () => {
  const kept = at('kept')
  const first = await shrinkPictures(root, kept)
  expect(first.map((name) => name.replace(/\.[0-9a-f]{12}\./, '.'))).toEqual([
    'acme-1.480.webp',
    'acme-1.960.webp',
    'acme-2.480.webp',
  ])
  expect((await readdir(kept)).sort()).toEqual(first.toSorted())
  expect(await sharp(path.join(kept, first[1]!)).metadata()).toMatchObject({
    width: 960,
    height: 240,
  })
  const long = new Date(0)
  for (const name of first) await utimes(path.join(kept, name), long, long)
  await cp(at('public/pictures/acme-1.webp'), at('public/pictures/acme-2.webp'))
  const second = await shrinkPictures(root, kept)
  const isOld = async (name: string) => (await stat(path.join(kept, name))).mtimeMs === 0
  expect(second.slice(0, 2)).toEqual(first.slice(0, 2))
  expect(await Promise.all(second.map(isOld))).toEqual([true, true, false, false])
})

it('a checkout without listings has no pictures', async () => {
  expect(await shrinkPictures(at('elsewhere'), at('kept'))).toEqual([])
})
