import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { facetGroups, landingGroups } from '#present/lists/facet-choice.ts'
import { searchKey } from '#core/search-key.ts'
import { mainOf } from '#core/tool-packages.ts'
import { FactsFile, withFacts } from './facts-file.ts'
import { HistoryFile, historyProblems } from './history-file.ts'
import {
  listingProblems,
  repeated,
  repeatedIn,
  sharedProblems,
  slugsOf,
} from './listing-problems.ts'
import { rulesFor } from './listing-rules.ts'
import { unstamped } from './listing-stamps.ts'
import { commitProblems } from './one-commit.ts'
import { QuarterFile } from './quarter-file.ts'
import { longQuotations } from './only-ours.ts'
import { BadContent, readFolder, readJson, readMarkdown, readYaml } from './read.ts'
import * as schemas from './schemas.ts'
import { toolIcons } from './tool-icons.ts'
import { sharedNames, sharedPackages, toolProblems } from './tool-problems.ts'

export type Content = Awaited<ReturnType<typeof loadContent>>

/** Reads only the review reasons, for commands of editors. */
export const readReviewReasons = readTable('review-reasons', schemas.ReviewReasonFile)

/** Reads only the tools, for commands that need no listing. */
export function readTools(root: string) {
  return readFolder(path.join(root, 'content', 'tools'), '.yaml', async (file) => {
    const tool = await readYaml(file, schemas.ToolFile)
    return { ...tool, main: tool.main ?? mainOf(tool) }
  })
}

/** Reads only the tools, as the proofs of products know them. */
export async function readKnownTools(root: string) {
  return (await readTools(root)).map(({ slug, value }) => ({ slug, ...value }))
}

/** Reads only the topics, for pages and commands that need no listing. */
export const readTopics = readTable('topics', schemas.TopicFile)

/** Reads only the pages of the documentation, in the order in which they are listed. */
export const readDocs = (root: string) => readInOrder(root, 'docs', schemas.DocFile)

/** Reads only the clients of /connect, in their order there. */
export const readClients = (root: string) => readInOrder(root, 'clients', schemas.ClientFile)

/** Reads only the Agent Skills, in the order of their index. */
export const readSkills = (root: string) => readInOrder(root, 'skills', schemas.SkillFile)

async function readInOrder<S extends z.ZodType<{ order: number }>>(
  root: string,
  name: string,
  schema: S,
) {
  const pages = await readFolder(path.join(root, 'content', name), '.md', (file) =>
    readMarkdown(file, schema),
  )
  return pages
    .map(({ slug, file, value }) => ({ slug, file, ...value }))
    .sort((a, b) => a.order - b.order)
}

/** Reads only the code hosts, for commands that correct one listing. */
export const readCodeHosts = readTable('code-hosts', schemas.CodeHostFile)

function readTable<S extends z.ZodType>(name: string, schema: S) {
  return (root: string) => readYaml(path.join(root, 'content', `${name}.yaml`), schema)
}

/** Reads the proofs, the facts or the history of one listing, or returns undefined. */
export const readProof = readOne('proofs', schemas.ProofFile)
export const readFoundFacts = readOne('facts', FactsFile)
export const readHistory = readOne('histories', HistoryFile)

function readOne<S extends z.ZodType>(folder: string, schema: S) {
  return async (root: string, slug: string) => {
    const file = path.join(root, 'content', folder, `${slug}.json`)
    return existsSync(file) ? readJson(file, schema) : undefined
  }
}

/**
 * Reads everything under content/ and checks the references between files. One invalid file makes
 * the build fail. So does a listing that no editor has stamped, unless `onUnstamped` hears of it.
 */
export async function loadContent(root: string, onUnstamped?: (file: string) => void) {
  let moments = Date.now()
  const readCurated = async (file: string) => {
    if (!onUnstamped) return readYaml(file, schemas.ListingFile)
    // No two listings are stamped at the same moment.
    const editor = { now: new Date(moments++), by: 'an editor' }
    const { stamps, listing } = unstamped(file, await readYaml(file, z.unknown()), editor)
    if (Object.keys(stamps).length > 0) onUnstamped(path.relative(root, file))
    return listing
  }
  const at = (...parts: string[]) => path.join(root, 'content', ...parts)
  const jsonIn = <S extends z.ZodType>(folder: string, schema: S) =>
    readFolder(at(folder), '.json', (file) => readJson(file, schema))
  const categories = await readTable('categories', schemas.CategoryFile)(root)
  const tasks = await readTable('tasks', schemas.TaskFile)(root)
  const topics = await readTopics(root)
  const landingPages = await readTable('landing-pages', schemas.LandingPageFile)(root)
  const useCases = await readTable('use-cases', schemas.UseCaseFile)(root)
  const codeHosts = await readCodeHosts(root)
  const reviewReasons = await readReviewReasons(root)
  const tools = await readTools(root)
  const listings = await readFolder(at('listings'), '.yaml', readCurated)
  const proofs = await jsonIn('proofs', schemas.ProofFile)
  const histories = await jsonIn('histories', HistoryFile)
  const facts = await jsonIn('facts', FactsFile)
  const issues = await readFolder(at('weekly'), '.md', (file) =>
    readMarkdown(file, schemas.WeeklyFile),
  )
  const quarters = await jsonIn('quarters', QuarterFile)
  const docs = await readDocs(root)
  const clients = await readClients(root)
  const skills = await readSkills(root)
  // Checked only: the code imports the file.
  await readJson(at('doubtful-phrases.json'), schemas.DoubtfulPhraseFile)
  const topicSlugs = slugsOf(topics)
  const proofOf = new Map(proofs.map(({ slug, value }) => [slug, value]))
  const whole = withFacts(listings, facts)
  const names = listings.map(({ value }) => value.name)
  const rulesOf = rulesFor(tools, names)
  const phrases = useCases.flatMap((useCase) => useCase.phrases)
  const hosts = codeHosts.map(({ host }) => host)
  const reasonKeys = Object.entries(reviewReasons).map(
    ([decision, reasons]) => [`${decision}.key`, reasons.map(({ key }) => key)] as const,
  )
  const { icons, problems: iconProblems } = toolIcons(root, tools)
  const problems = [
    ...tools.flatMap(({ file, value }) => toolProblems(file, value, categories, topicSlugs)),
    ...iconProblems,
    ...sharedNames(tools),
    ...sharedPackages(tools),
    ...taskProblems(tasks, categories, topics),
    ...topicProblems(topics, [...listings, ...tools]),
    ...landingProblems(landingPages, tasks),
    ...repeatedIn('content/categories.yaml', 'slug', slugsOf(categories)),
    ...repeatedIn('content/use-cases.yaml', 'slug', slugsOf(useCases)),
    ...repeatedIn('content/use-cases.yaml', 'phrases', phrases),
    ...repeatedIn('content/code-hosts.yaml', 'host', hosts),
    ...reasonKeys.flatMap(([field, keys]) =>
      repeatedIn('content/review-reasons.yaml', field, keys),
    ),
    ...listings.flatMap(({ file, value }) =>
      listingProblems(file, value, slugsOf(tools), topicSlugs),
    ),
    ...whole.flatMap((listing) => rulesOf({ ...listing, proof: proofOf.get(listing.slug) })),
    ...sharedProblems(
      listings.map(({ file, value }) => ({ file, ...value })),
      codeHosts,
    ),
    ...[...proofs, ...histories, ...facts]
      .filter(({ slug }) => !listings.some((listing) => listing.slug === slug))
      .map(({ slug, file }) => `${file}: there is no content/listings/${slug}.yaml`),
    ...proofs.flatMap(({ file, value }) => proofProblems(file, value)),
    ...historyProblems(histories, listings, slugsOf(tools)),
    ...commitProblems(listings, [...proofs, ...histories, ...facts]),
    ...facts.flatMap(({ file, value }) => longQuotations(file, value)),
    ...repeated(docs.map(({ file, order }) => ({ file, field: 'order', value: String(order) }))),
    ...issues.flatMap(({ slug, file }) =>
      /^[1-9]\d{0,4}$/.test(slug) ? [] : [`${file}: name the file by the number of the issue`],
    ),
    ...repeated(issues.map(({ file, value }) => ({ file, field: 'slug', value: value.slug }))),
    ...issues.flatMap(({ file, value }) => repeatedIn(file, 'products', value.products)),
  ]
  if (problems.length > 0) throw new BadContent(problems)
  const weekly = issues
    .map(({ slug, value }) => ({ number: Number(slug), ...value }))
    .sort((a, b) => a.number - b.number)
  return {
    categories,
    tasks,
    topics,
    landingPages,
    useCases,
    codeHosts,
    reviewReasons,
    tools,
    icons,
    listings: whole,
    proofs,
    histories,
    weekly,
    quarters: quarters.map(({ value }) => value).sort((a, b) => b.number - a.number),
    docs,
    clients,
    skills,
  }
}

function taskProblems(
  tasks: z.output<typeof schemas.TaskFile>,
  categories: readonly { slug: string }[],
  topics: readonly { slug: string }[],
): string[] {
  const file = 'content/tasks.yaml'
  const known = { categories: slugsOf(categories), topics: slugsOf(topics) }
  return [
    ...(['categories', 'topics'] as const).flatMap((field) =>
      tasks.flatMap((task) =>
        task[field]
          .filter((name) => !known[field].includes(name))
          .map((name) => `${file}: ${task.slug}.${field}: ${name} is not in content/${field}.yaml`),
      ),
    ),
    ...repeatedIn(file, 'slug', slugsOf(tasks)),
  ]
}

function topicProblems(
  topics: z.output<typeof schemas.TopicFile>,
  entries: readonly { value: { topics: string[] } }[],
): string[] {
  const file = 'content/topics.yaml'
  const used = new Set(entries.flatMap(({ value }) => value.topics))
  const keys = topics.flatMap(({ phrases }) => phrases.map((phrase) => searchKey(phrase, ' ')))
  return [
    ...repeatedIn(file, 'slug', slugsOf(topics)),
    ...repeatedIn(file, 'phrases', keys),
    ...topics
      .filter(({ slug }) => !used.has(slug))
      .map(({ slug }) => `${file}: ${slug}: no listing and no tool is of it`),
  ]
}

// Each landing page of one facet value needs a text in the file, and each text a landing page.
function landingProblems(
  pages: z.output<typeof schemas.LandingPageFile>,
  tasks: readonly { slug: string }[],
): string[] {
  const file = 'content/landing-pages.yaml'
  const wanted = landingGroups.flatMap((group) => {
    const values: readonly string[] = group === 'task' ? slugsOf(tasks) : facetGroups[group].options
    return values.map((value) => `${group}/${facetGroups[group].written(value)}`)
  })
  const named = pages.map(({ facet }) => facet)
  return [
    ...repeatedIn(file, 'facet', named),
    ...wanted
      .filter((facet) => !named.includes(facet))
      .map((facet) => `${file}: ${facet} is missing`),
    ...[...new Set(named)]
      .filter((facet) => !wanted.includes(facet))
      .map((facet) => `${file}: ${facet} is the page of nothing`),
  ]
}

// A proof may contain tools that the listing no longer has.
function proofProblems(file: string, { tools }: schemas.ProofFile): string[] {
  return [
    ...repeatedIn(file, 'tools', slugsOf(tools)),
    ...tools
      .filter(({ state, level, source }) => (state === 'proved') !== Boolean(level && source))
      .map(
        ({ slug }) => `${file}: tools: ${slug} is proved exactly when it has a level and a source`,
      ),
  ]
}
