import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { listedCheckout, runOnFiles } from '#testing/desk-files.ts'

const alt = 'A list of runs, each with its steps.'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0055ff' } })

/** Takes these files of a new checkout as pictures, one after another. */
async function taken(files: Record<string, string | Buffer>, ...named: string[]) {
  const { checkout, commit, root, file, source } = await listedCheckout(files)
  const said: string[] = []
  for (const name of named) {
    const argv = ['picture', 'acme', name, '--checkout', checkout, '--alt', alt]
    said.push((await runOnFiles(root, argv)).text)
  }
  const folder = path.join(root, 'public/pictures')
  const written = await readdir(folder).catch(() => [])
  return { root, commit, source, folder, written, said, file, text: await readFile(file, 'utf8') }
}

it('a picture is made smaller, and the file names it at the commit', async () => {
  const large = await drawn(2_400, 1_200).png().toBuffer()
  const { said, text, commit, source, folder } = await taken({ 'docs/a.png': large }, 'docs/a.png')
  expect(said).toEqual(['public/pictures/acme-1.webp from docs/a.png'])
  const row = `  - {file: acme-1.webp, alt: "${alt}", source: "https://github.com/acme/acme/blob/${commit}/docs/a.png"}`
  expect(text).toContain(`pictures:\n${row}\n${source}`)
  expect(await sharp(path.join(folder, 'acme-1.webp')).metadata()).toMatchObject({
    format: 'webp',
    width: 1_600,
    height: 800,
  })
})

it('noise has at most 150 kB', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const noisy = sharp({
    create: { width: 900, height: 500, channels: 3, noise, background: '' },
  })
  const { said, folder, written } = await taken(
    { 'a.jpg': await noisy.blur(0.6).jpeg().toBuffer() },
    'a.jpg',
  )
  expect(said).toEqual(['public/pictures/acme-1.webp from a.jpg'])
  const bytes = await readFile(path.join(folder, written[0]!))
  expect(bytes.length).toBeLessThanOrEqual(150_000)
})

it('the same file keeps its place, and a fourth one is refused', async () => {
  const png = await drawn(800, 500).png().toBuffer()
  const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.png`, png]))
  const { said, text, written, root, file } = await taken(
    files,
    'a.png',
    'b.png',
    'a.png',
    'c.png',
    'd.png',
  )
  expect(said.at(-1)).toBe('acme: it has three pictures: take one out first')
  expect(text.match(/file: acme-\d\.webp/g)).toEqual([1, 2, 3].map((n) => `file: acme-${n}.webp`))
  expect(written).toHaveLength(3)
  const { code } = await runOnFiles(root, ['check-file', file])
  expect(code).toBe(0)
})

it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>', 'is not a PNG'],
  ['text', 'hello', 'is not a PNG, JPEG or WebP file'],
  ['small', drawn(200, 100).png(), 'is less than 320 pixels wide'],
  ['a banner', drawn(1_200, 200).png(), 'is too long for a picture of a screen'],
])('%s is no picture', async (_, given, why) => {
  const file = typeof given === 'string' ? given : await given.toBuffer()
  const { said, text, written } = await taken({ 'a.png': file }, 'a.png')
  expect(said).toEqual([expect.stringContaining(`acme: a.png ${why}`)])
  expect(text).not.toContain('pictures:')
  expect(written).toEqual([])
})

it('a file that is not there, and a cut one, leave the listing as it was', async () => {
  const png = await sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      noise: { type: 'gaussian', mean: 9, sigma: 9 },
      background: '',
    },
  })
    .png()
    .toBuffer()
  const { said, text } = await taken({ 'cut.png': png.subarray(0, 2_000) }, 'gone.png', 'cut.png')
  expect(said[0]).toContain('cannot be read as a repository')
  expect(said[1]).toBe('acme: cut.png cannot be drawn')
  expect(text).not.toContain('pictures:')
})

it('check-file says what is wrong with a picture', async () => {
  const png = await drawn(800, 500).png().toBuffer()
  const { root, file, folder } = await taken({ 'a.png': png, 'b.png': png }, 'a.png', 'b.png')
  await writeFile(path.join(folder, 'acme-1.webp'), 'hello')
  const { code, text } = await runOnFiles(root, ['check-file', file])
  expect(code).toBe(1)
  expect(text).toContain(
    'pictures.0.file: acme-1.webp is not a picture of the format that its name says',
  )
  expect(text).not.toContain('acme-2')
})
