import { randomUUID } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { beforeAll, expect, it, vi } from 'vitest'
import { commonPicture, pictureFile, pictureSvg } from '#exports/picture.ts'
import { makeCatalogFile } from '#testing/catalog-file.ts'
import { catalogTool, sampleProduct, sampleProof } from '#testing/sample-records.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { drawPictures, placePictures, planPictures } from './draw-pictures.ts'

const folder = temporaryFolder()
let catalog: string
const at = (name: string) => path.join(folder, name)
const tool = catalogTool({ slug: 'redis', name: 'Redis', id: randomUUID(), product_count: 3 })

const proof = sampleProof({
  tools: [{ slug: 'redis', state: 'proved', level: 'required', path: 'package.json', line: 7 }],
})

beforeAll(async () => {
  const names = { quill: 'Quill', pen: 'Łódź Pen', brush: '筆' }
  catalog = await makeCatalogFile({
    products: Object.entries(names).map(([slug, name]) =>
      sampleProduct({
        id: randomUUID(),
        slug,
        name,
        tool_ids: [tool.id],
        proof: slug === 'quill' ? proof : null,
      }),
    ),
    tools: [tool],
    site: '',
  })
})

const landingPages = [{ facet: 'use/research', title: 'Research agents', text: 'They look.' }]
const plan = async (kept: string, most?: number) => {
  const files = { catalog, manifest: at(`${kept}.json`), kept: at(kept) }
  const planned = await planPictures(files, { landingPages, icons: {}, quarters: [] }, most)
  const pages = JSON.parse(await readFile(files.manifest, 'utf8')) as Record<
    string,
    { src: string; alt: string }
  >
  return { ...planned, pages }
}

/** The size of a PNG, and the number of colours in one row of pixels. */
function read(png: Buffer) {
  const data = png.subarray(png.indexOf('IDAT') + 4)
  const rows = inflateSync(data)
  // One byte for each pixel: the index of a colour in the palette.
  const colours = new Set(rows.subarray(90 * 1201 + 1, 91 * 1201))
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), colours: colours.size }
}

it('listings and tools get a picture, unless the fonts lack their name or the list is short', async () => {
  const { pages, files, missing } = await plan('kept')
  expect(Object.keys(pages)).toEqual(['/', '/stack/redis', '/product/quill', '/product/pen'])
  expect(pages['/stack/redis']!.src).toMatch(/^\/og\/stack-redis\.[0-9a-f]{12}\.png$/)
  expect(pages['/product/quill']!.alt).toBe('Quill. 1 of 1 tool proved. Redis')
  expect(pages['/product/pen']!.alt).toBe('Łódź Pen. Redis')
  expect(missing.map(({ file }) => file)).toEqual(files)

  await drawPictures(at('kept'), missing)
  expect((await readdir(at('kept'))).sort()).toEqual(files.toSorted())
  for (const file of files) {
    const { width, height, colours } = read(await readFile(path.join(at('kept'), file)))
    expect([width, height]).toEqual([1200, 630])
    // Text with soft edges, not only the background.
    expect(colours).toBeGreaterThan(4)
  }
  expect((await plan('kept')).missing).toEqual([])
})

it('a build draws a limited number of pictures; the other pages have the common picture until the next build', async () => {
  const first = await plan('slow', 2)
  expect(first.missing).toHaveLength(2)
  expect(Object.keys(first.pages)).toEqual(['/'])
  await drawPictures(at('slow'), first.missing)
  expect(Object.keys((await plan('slow', 2)).pages)).toHaveLength(3)
})

it('a picture that cannot be drawn becomes the common picture, and is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { missing } = await plan('broken')
  const [common] = missing
  await drawPictures(at('broken'), [common!, { file: 'x.png', svg: '<svg' }])
  const [a, b] = await Promise.all(
    [common!.file, 'x.png'].map((name) => readFile(path.join(at('broken'), name))),
  )
  expect(a!.equals(b!)).toBe(true)
  expect(log.mock.calls.join()).toContain('x.png cannot be drawn')
  log.mockRestore()
})

it('a build gets its own pictures, and pictures without a page are removed', async () => {
  const file = pictureFile('proofstack', pictureSvg(commonPicture))
  const { missing } = await plan('placed')
  await drawPictures(at('placed'), missing.slice(0, 1))
  await writeFile(path.join(at('placed'), 'product-gone.0123456789ab.png'), 'old')
  await placePictures(at('placed'), [file], at('static/og'))
  expect(await readdir(at('static/og'))).toEqual([file])
  expect(await readdir(at('placed'))).toEqual([file])
})
