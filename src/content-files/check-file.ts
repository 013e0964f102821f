import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isSlug } from '#contract/resources/fields.ts'
import { domainName } from '#core/domain-name.ts'
import { domainProblems, listingProblems, repeated } from './listing-problems.ts'
import { type Stamps, stampsFor } from './listing-stamps.ts'
import { BadContent, checked, readYaml, yamlIn } from './read.ts'
import { CategoryFile, CodeHostFile, ListingFile, ToolFile, TopicFile } from './schemas.ts'
import { toolProblems } from './tool-problems.ts'

/** What came of looking at one file. */
export interface CheckedFile {
  /** The file, from the root of the checkout. */
  file: string
  /** A sentence for each mistake, with the field; empty where the file is good. */
  problems: string[]
  /** What `stamp` has still to write. */
  stamps: Stamps
}

/** Who looks, and when: a file that has no stamps yet is tried with these. */
export interface Looking {
  now: Date
  by: string
}

type Looked = Omit<CheckedFile, 'file'>

/** The files that can be looked at one by one, by their folder in content/. */
const folders = { listings: checkListing, tools: checkTool } as const

/** The file of a listing or tool that a path names; undefined for any other. */
export function contentFile(root: string, named: string): string | undefined {
  const file = path.relative(root, path.resolve(named)).split(path.sep).join('/')
  return /^content\/(?:listings|tools)\/[^/]+\.yaml$/.test(file) ? file : undefined
}

/**
 * Looks at one file of content/ by itself: its form, and what it says of others. That takes none of
 * the seconds that all of them take; `text` is what it would be, before it is written.
 */
export async function checkFile(
  root: string,
  file: string,
  looking: Looking,
  text?: string,
): Promise<CheckedFile> {
  const [, folder, name] = file.split('/')
  const slug = path.parse(name ?? '').name
  if (!isSlug(slug)) return bad(file, ['name the file in lower case letters, digits and hyphens'])
  try {
    const written = yamlIn(file, text ?? (await readFile(path.join(root, file), 'utf8')))
    return {
      file,
      ...(await folders[folder as keyof typeof folders](root, file, written, looking)),
    }
  } catch (error) {
    if (error instanceof BadContent)
      return { file, problems: error.message.split('\n'), stamps: {} }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return bad(file, ['is not there'])
    throw error
  }
}

function bad(file: string, reasons: readonly string[]): CheckedFile {
  return { file, problems: reasons.map((reason) => `${file}: ${reason}`), stamps: {} }
}

async function checkListing(
  root: string,
  file: string,
  written: unknown,
  looking: Looking,
): Promise<Looked> {
  const stamps = stampsFor(written, looking)
  const listing = checked(file, { ...(written as object), ...stamps }, ListingFile)
  const [tools, topics, others, codeHosts] = await Promise.all([
    slugsIn(root, 'tools'),
    readTopicSlugs(root),
    otherListings(root, file),
    readYaml(path.join(root, 'content/code-hosts.yaml'), CodeHostFile),
  ])
  const { url, approved_at } = listing
  const all = [...others, { file, url, approved_at }]
  const moments = all.map((each) => ({
    file: each.file,
    field: 'approved_at',
    value: each.approved_at,
  }))
  const problems = [
    ...listingProblems(file, listing, tools, topics),
    ...domainProblems(all, codeHosts),
    ...repeated(moments.filter(({ value }) => value !== '')),
  ]
  // What is wrong with the others is told of them.
  return { problems: problems.filter((problem) => problem.startsWith(`${file}: `)), stamps }
}

async function checkTool(root: string, file: string, written: unknown): Promise<Looked> {
  const tool = checked(file, written, ToolFile)
  const [categories, topics] = await Promise.all([
    readYaml(path.join(root, 'content/categories.yaml'), CategoryFile),
    readTopicSlugs(root),
  ])
  const icons = path.join(root, 'public/icons')
  return { problems: toolProblems(file, tool, categories, topics, icons), stamps: {} }
}

/** The slugs of the topics that a file may name. */
export async function readTopicSlugs(root: string): Promise<string[]> {
  const topics = await readYaml(path.join(root, 'content/topics.yaml'), TopicFile)
  return topics.map(({ slug }) => slug)
}

async function slugsIn(root: string, folder: keyof typeof folders): Promise<string[]> {
  const names = await readdir(path.join(root, 'content', folder))
  return names.flatMap((name) => (name.endsWith('.yaml') ? path.parse(name).name : []))
}

/** The file of the listing that has one of these addresses already, as its own or its repository's. */
export async function fileWithDomain(
  root: string,
  urls: readonly string[],
): Promise<string | undefined> {
  const [others, codeHosts] = await Promise.all([
    otherListings(root),
    readYaml(path.join(root, 'content/code-hosts.yaml'), CodeHostFile),
  ])
  const domainOf = (url: string) => {
    const name = domainName(url, codeHosts)
    return name.ok ? [name.domain] : []
  }
  const asked = new Set(urls.flatMap(domainOf))
  return others.find(({ url, repository }) =>
    [url, repository].flatMap(domainOf).some((domain) => asked.has(domain)),
  )?.file
}

// To parse them all takes seconds. Keys of a listing stand at the beginning of a line, and what goes
// on over several lines is indented.
async function otherListings(root: string, file?: string) {
  const slugs = await slugsIn(root, 'listings')
  const others = slugs
    .map((slug) => `content/listings/${slug}.yaml`)
    .filter((other) => other !== file)
  return Promise.all(
    others.map(async (other) => {
      const text = await readFile(path.join(root, other), 'utf8')
      const valueOf = (key: string) => new RegExp(`^${key}: *(.+)$`, 'm').exec(text)?.[1]
      const plain = (line = '') =>
        line
          .replace(/ +#.*$/, '')
          .replace(/^(['"])(.*)\1$/, '$2')
          .trim()
      const [, repository = ''] = /^source:[^]*?repository: *["']?([^\s,"'}]+)/m.exec(text) ?? []
      return {
        file: other,
        url: plain(valueOf('url')),
        approved_at: plain(valueOf('approved_at')),
        repository,
      }
    }),
  )
}
