// The command `picture`: copies a picture, such as a screenshot, from the repository of a product
// into content/, made smaller, and adds it to the file of the listing.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readListing } from '#content-files/load.ts'
import { picturesFolder } from '#content-files/pictures.ts'
import { ListingFile } from '#content-files/schemas.ts'
import { sourceUrl } from '#present/product-proof.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'
import { NoCheckout, git } from './git.ts'
import { done, notDone } from './result.ts'
import { onOneLine } from './terminal-text.ts'

type Row = ListingFile['pictures'][number]

export const picture: Command<FileSession> = {
  about: 'take a picture of a listing from its repository',
  more: `It reads one file of a checkout, at the commit of the listing's source, and writes it as WebP to
${picturesFolder}/<slug>-1.webp to -3, at most 1600 pixels wide and 150 kB, and a row of \`pictures\` into the
listing's file. The same file again replaces its picture and its words. Look at the picture before you write
what it shows. To take one out, delete its file and its row.`,
  words: ['slug', 'file'],
  options: ['checkout', 'alt'],
  check: (_, { checkout, alt }) =>
    checkout === undefined
      ? 'Name a --checkout of its repository.'
      : rowShape.alt.safeParse(alt).success
        ? undefined
        : 'Say with --alt what the picture shows, in 10 to 200 characters.',
  run: async (session, [slug = '', at = '']) => {
    const { root, values } = session
    const none = (why: string) =>
      notDone(session, { outcome: 'no_picture', slug, why }, `${slug}: ${onOneLine(why)}`)
    const listing = await readListing(root, slug)
    if (!listing) return none('there is no such file in content/listings')
    if (!listing.source) return none('its file names no source')
    const { repository, commit } = listing.source
    const source = sourceUrl(repository, commit, at, null)
    const file = freeName(slug, listing.pictures, source)
    if (file === undefined) return none('it has three pictures: take one out first')
    try {
      const read = await git(values.checkout!, ['cat-file', 'blob', `${commit}:${at}`])
      // Imported on demand: the library for pictures takes long to load.
      const { shrunk } = await import('./shrink-picture.ts')
      const made = await shrunk(read)
      if ('no' in made) return none(`${at} ${made.no}`)
      await mkdir(path.join(root, picturesFolder), { recursive: true })
      await writeFile(path.join(root, picturesFolder, file), made.bytes)
      await write(root, slug, { file, alt: rowShape.alt.parse(values.alt), source })
      const value = { outcome: 'written', slug, file, source, bytes: made.bytes.length }
      return done(session, value, `${picturesFolder}/${file} from ${onOneLine(at)}`)
    } catch (error) {
      if (error instanceof NoCheckout) return none(error.message)
      throw error
    }
  },
}

const rowShape = ListingFile.shape.pictures.unwrap().element.shape

/** The name of the picture from this source, or the first free one; undefined if there is none. */
function freeName(slug: string, pictures: readonly Row[], source: string): string | undefined {
  const same = pictures.find((row) => row.source === source)
  if (same) return `${stem(same.file)}.webp`
  const taken = new Set(pictures.map(({ file }) => stem(file)))
  const free = [1, 2, 3].find((number) => !taken.has(`${slug}-${number}`))
  return free === undefined ? undefined : `${slug}-${free}.webp`
}

const stem = (file: string) => path.parse(file).name

async function write(root: string, slug: string, row: Row): Promise<void> {
  const file = path.join(root, 'content/listings', `${slug}.yaml`)
  await writeFile(file, withPicture(await readFile(file, 'utf8'), row))
}

/** The text of a listing's file with this picture. Other lines stay unchanged. */
function withPicture(text: string, { file, alt, source }: Row): string {
  const line = `  - {file: ${file}, alt: ${JSON.stringify(alt)}, source: ${JSON.stringify(source)}}\n`
  const same = new RegExp(`^  - \\{file: ${stem(file)}\\.[a-z]+,.*\n`, 'm')
  if (same.test(text)) return text.replace(same, () => line)
  const rows = /^pictures:\n(?: .*\n)*/m
  if (rows.test(text)) return text.replace(rows, (all) => all + line)
  return /^source:/m.test(text)
    ? text.replace(/^source:/m, (key) => `pictures:\n${line}${key}`)
    : `${text}pictures:\n${line}`
}
