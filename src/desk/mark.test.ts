import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { listedCheckout, runOnFiles } from '#testing/desk-files.ts'
import { likelyLogos } from './find-logo.ts'

const square = (inner: string, fill = '#0055ff') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="${fill}" d="M8 8h48v48H8z"/>${inner}</svg>`

/** A checkout with these files, a listing of it, and `mark` run on both. */
async function marked(files: Record<string, string | Buffer>, ...more: string[]) {
  const { checkout, commit, root, file, source } = await listedCheckout(files)
  const ran = await runOnFiles(root, ['mark', 'acme', '--checkout', checkout, ...more])
  const marks = path.join(root, 'public/marks')
  const written = (name: string) => readFile(path.join(marks, name))
  return { ...ran, commit, marks, written, source, listing: await readFile(file, 'utf8') }
}

it('the logo is copied, and the file names it at the commit', async () => {
  const { code, text, listing, source, commit, written } = await marked({
    'public/logo.svg': square('<title>Acme</title>'),
  })
  expect({ code, text }).toEqual({
    code: 0,
    text: 'public/marks/acme.svg from public/logo.svg',
  })
  expect((await written('acme.svg')).toString()).toBe(`${square('')}\n`)
  const line = `mark: {file: acme.svg, source: "https://github.com/acme/acme/blob/${commit}/public/logo.svg"}`
  expect(listing).toContain(`${line}\n${source}`)
})

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<g onload="alert(1)"/>'],
  ['a style with an address', '<style>path{fill:url(https://evil.example/#a)}</style>'],
  ['a picture elsewhere', '<image width="9" height="9" href="https://evil.example/a.png"/>'],
])('an SVG with %s is drawn as a bitmap', async (_, inner) => {
  const { code, written, marks } = await marked({ 'logo.svg': square(inner) })
  expect(code).toBe(0)
  const png = await written('acme.png')
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect(png.length).toBeLessThan(6_000)
  expect(existsSync(path.join(marks, 'acme.svg'))).toBe(false)
})

it('a large SVG and a PNG become small bitmaps', async () => {
  const large = square(`<path d="${'M0 0'.repeat(3_000)}"/>`)
  const { written } = await marked({ 'logo.svg': large })
  const png = await written('acme.png')
  expect(png.readUInt32BE(16)).toBe(96)
  const again = await marked({ 'docs/icon.png': png })
  expect(again.text).toBe('public/marks/acme.png from docs/icon.png')
})

it('a PNG in an ICO file is taken', async () => {
  const { written } = await marked({ 'logo.svg': square('<style/>') })
  const png = await written('acme.png')
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  const again = await marked({ 'app/favicon.ico': Buffer.concat([head, png]) })
  expect(again.text).toBe('public/marks/acme.png from app/favicon.ico')
  const cut = await marked({ 'app/favicon.ico': head }, '--path', 'app/favicon.ico')
  expect(cut.text).toBe('acme: app/favicon.ico does not say its size')
})

it('a white logo gets a dark ground', async () => {
  const { text, written } = await marked({ 'logo.svg': square('', '#fff') })
  expect(text).toBe('public/marks/acme.png from logo.svg')
  expect((await written('acme.png')).length).toBeLessThan(6_000)
})

it('a logo that is half white gets a dark ground, but a white tile does not', async () => {
  const half = '<path fill="#fff" d="M8 8h20v48H8z"/><path fill="#0055ff" d="M36 8h20v48H36z"/>'
  const apart = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${half}</svg>`
  expect((await marked({ 'logo.svg': apart })).text).toBe('public/marks/acme.png from logo.svg')
  const tile = square('<path fill="#0055ff" d="M20 20h24v24H20z"/>', '#fff')
  expect((await marked({ 'logo.svg': tile })).text).toBe('public/marks/acme.svg from logo.svg')
})

it.each([
  ['wide', '<svg viewBox="0 0 90 20"><path d="M0 0h90v20z"/></svg>', 'is not square'],
  ['empty', '<svg viewBox="0 0 9 9"/>', 'is blank'],
  ['of letters', square('<text>A</text>'), 'has text'],
  ['foreign', square('<foreignObject/>'), 'has text'],
  ['broken', '<svg viewBox="0 0 9 9"><path', 'cannot be drawn'],
  ['no SVG', 'hello', 'does not say its size'],
  ['huge', `${square('')}<!--${'x'.repeat(600_000)}-->`, 'is too large'],
])('a %s file is no mark', async (_, svg, why) => {
  const { code, text, listing, marks } = await marked({ 'a.svg': svg }, '--path', 'a.svg')
  expect({ code, text }).toEqual({ code: 1, text: `acme: a.svg ${why}` })
  expect(listing).not.toContain('mark:')
  expect(existsSync(marks)).toBe(false)
})

it('likely files are those of the product itself, an SVG first', () => {
  const paths = [
    'src/icons/openai-logo.svg',
    'examples/one/logo.svg',
    'docs/screenshot.png',
    'logo.txt',
    'web/public/logo.png',
    'docs/favicon.png',
    'public/logo-dark.svg',
    'public/logo.svg',
    'packages/a/b/c/d/assets/acme-icon.svg',
  ]
  expect(likelyLogos(paths, ['acme', 'Acme'])).toEqual([
    'public/logo.svg',
    'public/logo-dark.svg',
    'docs/favicon.png',
    'web/public/logo.png',
    'packages/a/b/c/d/assets/acme-icon.svg',
  ])
})
