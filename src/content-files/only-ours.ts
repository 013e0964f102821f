// The repository keeps facts and links, and nothing that others wrote or drew.
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** The files of public/. Icons of tools come from npm packages when the site is built. */
const ownFiles: readonly string[] = [
  'favicon.svg',
  'icons/CREDITS.txt',
  'schemas/listing.json',
  'schemas/tool.json',
]

/** Problems of files in public/ that are not in the list of our own files. */
export async function foreignFiles(root: string): Promise<string[]> {
  const found = await readdir(path.join(root, 'public'), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) =>
      path.relative(path.join(root, 'public'), `${parentPath}/${name}`),
    )
    .filter((file) => !ownFiles.includes(file))
    .map(
      (file) =>
        `public/${file}: it is not one of our own files; logos and pictures of others are not kept, and icons come from the packages that content/tools names`,
    )
}

/** A longer quotation, in words, is a sentence of somebody else. */
const mostWords = 8
const quotation = /["“„«]([^"“”„«»]+)["”«»]/g

/** Problems of the texts of a file, at any depth: each quotation of more than eight words. */
export function longQuotations(file: string, value: unknown): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).flatMap((part) => longQuotations(file, part))
  if (typeof value !== 'string') return []
  return [...value.matchAll(quotation)]
    .filter(([, words = '']) => words.trim().split(/\s+/).length > mostWords)
    .map(
      ([words]) =>
        `${file}: ${words} quotes more than ${mostWords} words; say it in your own words and link the place`,
    )
}
