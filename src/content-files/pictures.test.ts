import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Fields, listing, writeContent } from '#testing/content.ts'
import { loadContent } from './load.ts'
import { BadContent } from './read.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'proofstack-pictures-'))
  await writeContent(root)
  await mkdir(path.join(root, 'public/pictures'), { recursive: true })
})

afterEach(() => rm(root, { recursive: true }))

/** A flat picture as WebP. */
const drawn = (width: number) =>
  sharp({ create: { width, height: 300, channels: 3, background: '#0055ff' } })
    .webp()
    .toBuffer()

const row = { file: 'acme-1.webp', alt: 'A list of runs.' }

/** What the build says of a listing with these pictures and of these files in public/pictures. */
async function complaints(pictures: readonly Fields[], files: Record<string, Buffer | string>) {
  for (const [name, bytes] of Object.entries(files))
    await writeFile(path.join(root, 'public/pictures', name), bytes)
  // JSON is YAML.
  const text = JSON.stringify({ ...listing, pictures })
  await writeFile(path.join(root, 'content/listings/acme.yaml'), text)
  const error = await loadContent(root).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error !== undefined && !(error instanceof BadContent)) throw error
  return error?.message.replace(/^\S*content\/listings\/acme\.yaml: /, '')
}

it('a listing may name up to three pictures, with or without their source', async () => {
  const source = `https://github.com/acme/acme/blob/${'a'.repeat(40)}/docs/a.png`
  const files = { 'acme-1.webp': await drawn(800), 'acme-2.webp': await drawn(1_600) }
  const rows = [
    { ...row, source },
    { ...row, file: 'acme-2.webp' },
  ]
  expect(await complaints(rows, { ...files, 'CREDITS.txt': 'Whose they are.' })).toBeUndefined()
})

it.each<[string, Fields[], (() => Promise<Record<string, Buffer | string>>) | undefined, string]>([
  ['is missing', [row], undefined, 'acme-1.webp does not exist in public/pictures'],
  [
    'is of another listing',
    [{ ...row, file: 'other-1.webp' }],
    undefined,
    'pictures.0.file: other-1.webp is not named acme-1 to acme-3',
  ],
  ['is no picture', [row], async () => ({ 'acme-1.webp': 'hello' }), 'is not a picture'],
  [
    'has another format than its name says',
    [{ ...row, file: 'acme-1.png' }],
    async () => ({ 'acme-1.png': await drawn(800) }),
    'is not a picture of the format that its name says',
  ],
  [
    'has too many bytes',
    [row],
    async () => ({ 'acme-1.webp': Buffer.concat([await drawn(800), Buffer.alloc(150_000)]) }),
    'bytes, and at most 150000 are allowed',
  ],
  [
    'is too narrow',
    [row],
    async () => ({ 'acme-1.webp': await drawn(300) }),
    'acme-1.webp is 300 pixels wide, and not from 320 to 1600',
  ],
  [
    'is named by no listing',
    [],
    async () => ({ 'acme-1.webp': await drawn(800) }),
    'public/pictures/acme-1.webp: no listing names it in pictures',
  ],
  ['has hardly a word', [{ ...row, alt: 'A list' }], undefined, 'says too little'],
  ['is a GIF', [{ ...row, file: 'acme-1.gif' }], undefined, 'names no WebP, PNG or JPEG file'],
  ['is a fourth one', [row, row, row, row], undefined, 'has more than three'],
  [
    'is of a branch',
    [{ ...row, source: 'https://github.com/acme/acme/blob/main/a.png' }],
    async () => ({ 'acme-1.webp': await drawn(800) }),
    'pictures.0.source: https://github.com/acme/acme/blob/main/a.png names main, which may move on',
  ],
])('a picture that %s is refused', async (_, rows, files, reason) => {
  expect(await complaints(rows, (await files?.()) ?? {})).toContain(reason)
})
