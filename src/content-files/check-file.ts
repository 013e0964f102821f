import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isSlug } from '#contract/resources/fields.ts'
import { domainName } from '#core/domain-name.ts'
import { listingProblems, sharedProblems, slugsOf } from './listing-problems.ts'
import { suspiciousTexts, unshownTools } from './contributed.ts'
import { rulesFor } from './listing-rules.ts'
import { type Editor, type Stamps, unstamped } from './listing-stamps.ts'
import { readCodeHosts, readFoundFacts, readProof, readTools, readTopics } from './load.ts'
import { withFacts } from './facts-file.ts'
import { BadContent, badName, checked, readYaml, splitFields, yamlIn } from './read.ts'
import { CategoryFile, ListingFile, ToolFile } from './schemas.ts'
import { toolIcons } from './tool-icons.ts'
import { toolProblems } from './tool-problems.ts'

/** The result of checking one file. */
export interface CheckedFile {
  /** The path of the file from the root of the checkout. */
  file: string
  /** One sentence for each mistake, with the name of its field; empty for a good file. */
  problems: string[]
  /** The stamps (time and editor of a decision) that the file still lacks. */
  stamps: Stamps
}

type Checked = Omit<CheckedFile, 'file'>

/** The path of a listing's or tool's file, relative to `root`; undefined for any other file. */
export function contentFile(root: string, named: string): string | undefined {
  const file = path.relative(root, path.resolve(named)).split(path.sep).join('/')
  return /^content\/(?:listings|tools)\/[^/]+\.yaml$/.test(file) ? file : undefined
}

/**
 * Checks one file of content/ in milliseconds: its form, and its references to other files. `text`
 * is the content of a file that does not exist yet.
 */
export async function checkFile(
  root: string,
  file: string,
  editor: Editor,
  text?: string,
): Promise<CheckedFile> {
  const [, folder, name] = file.split('/')
  const slug = path.parse(name ?? '').name
  if (!isSlug(slug)) return bad(file, badName)
  let unknown: string[] = []
  try {
    const written = yamlIn(file, text ?? (await readFile(path.join(root, file), 'utf8')))
    const isTool = folder === 'tools'
    const { known, ...others } = splitFields(file, written, isTool ? ToolFile : ListingFile)
    unknown = others.unknown
    const found = await (isTool ? checkTool : checkListing)(root, file, known, editor)
    return { file, ...found, problems: [...unknown, ...found.problems] }
  } catch (error) {
    if (error instanceof BadContent)
      return { file, problems: [...unknown, ...error.message.split('\n')], stamps: {} }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return bad(file, 'is not there')
    throw error
  }
}

function bad(file: string, reason: string): CheckedFile {
  return { file, problems: [`${file}: ${reason}`], stamps: {} }
}

/** Reads the file of a listing that editors have perhaps not stamped yet; undefined if none. */
export async function readUnstamped(
  root: string,
  slug: string,
  editor: Editor,
): Promise<ListingFile | undefined> {
  const file = `content/listings/${slug}.yaml`
  if (!(await listingSlugs(root)).includes(slug)) return undefined
  const written = yamlIn(file, await readFile(path.join(root, file), 'utf8'))
  return unstamped(file, written, editor).listing
}

async function checkListing(
  root: string,
  file: string,
  written: unknown,
  editor: Editor,
): Promise<Checked> {
  const { stamps, listing } = unstamped(file, written, editor)
  const slug = path.parse(file).name
  const [tools, topics, others, codeHosts, proof, found] = await Promise.all([
    readTools(root),
    readTopicSlugs(root),
    otherListings(root, file),
    readCodeHosts(root),
    readProof(root, slug),
    readFoundFacts(root, slug),
  ])
  const facts = found ? [{ slug, value: found }] : []
  const [whole] = withFacts([{ slug, file, value: listing }], facts)
  const { url, approved_at, name } = listing
  const all = [...others, { file, url, approved_at, name }]
  const names = all.map((each) => each.name)
  const problems = [
    ...listingProblems(file, listing, slugsOf(tools), topics),
    ...rulesFor(tools, names)({ ...whole!, proof }),
    ...sharedProblems(all, codeHosts),
    ...suspiciousTexts(file, written),
    ...('approved_at' in stamps ? unshownTools(file, listing, proof, tools) : []),
  ]
  // The checks above compare all files, but problems of other files are not reported.
  return { problems: problems.filter((problem) => problem.startsWith(`${file}: `)), stamps }
}

async function checkTool(root: string, file: string, written: unknown): Promise<Checked> {
  const tool = checked(file, written, ToolFile)
  const [categories, topics] = await Promise.all([
    readYaml(path.join(root, 'content/categories.yaml'), CategoryFile),
    readTopicSlugs(root),
  ])
  const problems = [
    ...toolProblems(file, tool, categories, topics),
    ...toolIcons(root, [{ slug: path.parse(file).name, file, value: tool }]).problems,
    ...suspiciousTexts(file, written),
  ]
  return { problems, stamps: {} }
}

/** The slugs of the topics that a listing or tool may have. */
export async function readTopicSlugs(root: string): Promise<string[]> {
  return slugsOf(await readTopics(root))
}

/** The slugs of all listings that have a file. */
export async function listingSlugs(root: string): Promise<string[]> {
  const names = await readdir(path.join(root, 'content/listings'))
  return names.flatMap((name) => (name.endsWith('.yaml') ? path.parse(name).name : []))
}

/** The file of a listing whose URL or repository has the same domain as one of these URLs. */
export async function fileWithDomain(
  root: string,
  urls: readonly string[],
): Promise<string | undefined> {
  const [others, codeHosts] = await Promise.all([otherListings(root), readCodeHosts(root)])
  const domainOf = (url: string) => {
    const name = domainName(url, codeHosts)
    return name.ok ? [name.domain] : []
  }
  const wanted = new Set(urls.flatMap(domainOf))
  return others.find(({ url, repository }) =>
    [url, repository].flatMap(domainOf).some((domain) => wanted.has(domain)),
  )?.file
}

// Reads keys by regular expression, because parsing all listings takes seconds. Keys of a listing
// are at the start of a line, and continued values are indented.
async function otherListings(root: string, file?: string) {
  const slugs = await listingSlugs(root)
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
        name: plain(valueOf('name')),
        approved_at: plain(valueOf('approved_at')),
        repository,
      }
    }),
  )
}
