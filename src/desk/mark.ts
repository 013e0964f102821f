import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readListing } from '#content-files/load.ts'
import type { ListingFile } from '#content-files/schemas.ts'
import { sourceUrl } from '#present/product-proof.ts'
import type { Command } from './arguments.ts'
import type { Mark } from './draw-mark.ts'
import type { FileSession } from './file-session.ts'
import { likelyLogos } from './find-logo.ts'
import { NoCheckout, git } from './git.ts'
import { done, notDone } from './result.ts'
import { onOneLine } from './terminal-text.ts'

/** At most this many likely files are looked at. */
const mostFiles = 40

export const mark: Command<FileSession> = {
  about: 'take the mark of a listing, its logo, from its repository',
  more: `It looks in a checkout, at the commit of the listing's source, for a square logo, and writes it to
public/marks/<slug>.svg or .png, at most 6 kB, and \`mark\` into the listing's file. Of an SVG only shapes are
kept; one with more, a PNG or an ICO is drawn as a small bitmap. Look at the picture before you commit it.`,
  words: ['slug'],
  options: ['checkout', 'path'],
  check: (_, { checkout }) =>
    checkout === undefined ? 'Name a --checkout of its repository.' : undefined,
  run: async (session, [slug = '']) => {
    const { root, values } = session
    const none = (why: string) =>
      notDone(session, { outcome: 'no_mark', slug, why }, `${slug}: ${onOneLine(why)}`)
    const listing = await readListing(root, slug)
    if (!listing) return none('there is no such file in content/listings')
    if (!listing.source) return none('its file names no source')
    try {
      const found = await lookFor(values.checkout!, listing.source, listing, slug, values.path)
      if ('no' in found) return none(found.no)
      const file = `${slug}.${found.ending}`
      const source = sourceUrl(listing.source.repository, listing.source.commit, found.at, null)
      await write(root, slug, { file, source }, found.bytes)
      const value = { outcome: 'written', slug, file, source, bytes: found.bytes.length }
      return done(session, value, `public/marks/${file} from ${onOneLine(found.at)}`)
    } catch (error) {
      if (error instanceof NoCheckout) return none(error.message)
      throw error
    }
  },
}

async function lookFor(
  folder: string,
  { repository, commit }: NonNullable<ListingFile['source']>,
  { name }: ListingFile,
  slug: string,
  wanted: string | undefined,
): Promise<(Exclude<Mark, { no: string }> & { at: string }) | { no: string }> {
  // Imported on demand: the drawing of pictures takes long to load.
  const { markOf } = await import('./draw-mark.ts')
  const names = [slug, name, repository.split('/').at(-1) ?? '']
  const tree = await git(folder, ['ls-tree', '-r', '-z', '--name-only', commit])
  const all = tree.toString().split('\0')
  const likely = wanted === undefined ? likelyLogos(all, names).slice(0, mostFiles) : [wanted]
  let why = 'no file in it looks like a square logo'
  for (const at of likely) {
    const made = await fileAt(folder, commit, at).then(
      (file) => markOf(at, file),
      // A partial clone lacks some files.
      () => ({ no: 'cannot be read' }),
    )
    if (!('no' in made)) return { ...made, at }
    if (wanted !== undefined) why = `${at} ${made.no}`
  }
  return { no: why }
}

const fileAt = (folder: string, commit: string, file: string) =>
  git(folder, ['cat-file', 'blob', `${commit}:${file}`])

async function write(
  root: string,
  slug: string,
  of: { file: string; source: string },
  bytes: Buffer,
): Promise<void> {
  const marks = path.join(root, 'public/marks')
  await mkdir(marks, { recursive: true })
  for (const ending of ['svg', 'png'])
    await rm(path.join(marks, `${slug}.${ending}`), { force: true })
  await writeFile(path.join(marks, of.file), bytes)
  const file = path.join(root, 'content/listings', `${slug}.yaml`)
  await writeFile(file, withMark(await readFile(file, 'utf8'), of))
}

/** The text of a listing's file with this mark. Other lines stay unchanged. */
function withMark(text: string, { file, source }: { file: string; source: string }): string {
  const line = `mark: {file: ${file}, source: ${JSON.stringify(source)}}`
  if (/^mark:.*$/m.test(text)) return text.replace(/^mark:.*$/m, () => line)
  return /^source:/m.test(text)
    ? text.replace(/^source:/m, (key) => `${line}\n${key}`)
    : `${text}${line}\n`
}
