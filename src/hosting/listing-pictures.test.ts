import { mkdir, mkdtemp, readdir, rm, utimes, stat, writeFile } from 'node:fs/promises'
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

it('pictures are read with their size, and get a smaller one where they are large', async () => {
  expect(await listingPictures(root)).toMatchObject({
    acme: [
      {
        file: 'acme-1.webp',
        alt: 'A list: of "runs".',
        source: 'https://acme.example/a.png',
        width: 1_200,
        height: 300,
        small: expect.stringMatching(/^acme-1\.[0-9a-f]{12}\.webp$/),
      },
      { file: 'acme-2.webp', alt: 'Another list of runs', source: null, small: null },
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

it('smaller pictures are made once, and for what is new alone', async () => {
  const kept = at('kept')
  const first = await shrinkPictures(root, kept)
  expect(first).toEqual([expect.stringMatching(/^acme-1\./)])
  expect(await readdir(kept)).toEqual(first)
  expect(await sharp(path.join(kept, first[0]!)).metadata()).toMatchObject({
    format: 'webp',
    width: 800,
    height: 200,
  })
  const long = new Date(0)
  await utimes(path.join(kept, first[0]!), long, long)
  await sharp(at('public/pictures/acme-1.webp')).negate().toFile(at('public/pictures/acme-2.webp'))
  const second = await shrinkPictures(root, kept)
  const madeAt = async (name: string) => (await stat(path.join(kept, name))).mtimeMs
  expect(second).toEqual([first[0], expect.stringMatching(/^acme-2\./)])
  expect(await Promise.all(second.map(madeAt))).toEqual([0, expect.any(Number)])
  expect(await madeAt(second[1]!)).toBeGreaterThan(0)
})

it('a checkout without listings has no pictures', async () => {
  expect(await shrinkPictures(at('elsewhere'), at('kept'))).toEqual([])
})
