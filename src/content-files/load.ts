import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { facetGroups, landingGroups } from '#present/facet-choice.ts'
import { searchKey } from '#core/search-key.ts'
import { domainProblems, listingProblems, repeated } from './listing-problems.ts'
import { BadContent, readFolder, readJson, readMarkdown, readYaml } from './read.ts'
import {
  CategoryFile,
  CodeHostFile,
  DocFile,
  LandingPageFile,
  type LandingPages,
  ListingFile,
  ProofFile,
  ReviewReasonFile,
  TaskFile,
  ToolFile,
  TopicFile,
  UseCaseFile,
  WeeklyFile,
} from './schemas.ts'
import { sharedNames, sharedPackages, toolProblems } from './tool-problems.ts'

export type Content = Awaited<ReturnType<typeof loadContent>>

/** The reasons that editors give most often, alone: a command of the desk needs nothing else. */
export function readReviewReasons(root: string) {
  return readYaml(path.join(root, 'content', 'review-reasons.yaml'), ReviewReasonFile)
}

/** The tools alone, as a command needs them that looks at no listing. */
export function readTools(root: string) {
  return readFolder(path.join(root, 'content', 'tools'), '.yaml', (file) =>
    readYaml(file, ToolFile),
  )
}

/** The code hosts alone, for a command that corrects one listing. */
export function readCodeHosts(root: string) {
  return readYaml(path.join(root, 'content', 'code-hosts.yaml'), CodeHostFile)
}

/** The file of one listing, where there is one: an unfinished other one is no reason not to read it. */
export async function readListing(root: string, slug: string) {
  const folder = path.join(root, 'content', 'listings')
  const isThere = (await readdir(folder)).includes(`${slug}.yaml`)
  return isThere ? readYaml(path.join(folder, `${slug}.yaml`), ListingFile) : undefined
}

/**
 * Reads everything under content/ and checks what the files say of each other. The build refuses
 * the whole when one file is bad.
 */
export async function loadContent(root: string) {
  const at = (...parts: string[]) => path.join(root, 'content', ...parts)
  const [
    categories,
    tasks,
    topics,
    landingPages,
    useCases,
    codeHosts,
    reviewReasons,
    tools,
    listings,
    proofs,
    issues,
    docFiles,
  ] = await Promise.all([
    readYaml(at('categories.yaml'), CategoryFile),
    readYaml(at('tasks.yaml'), TaskFile),
    readYaml(at('topics.yaml'), TopicFile),
    readYaml(at('landing-pages.yaml'), LandingPageFile),
    readYaml(at('use-cases.yaml'), UseCaseFile),
    readCodeHosts(root),
    readReviewReasons(root),
    readTools(root),
    readFolder(at('listings'), '.yaml', (file) => readYaml(file, ListingFile)),
    readFolder(at('proofs'), '.json', (file) => readJson(file, ProofFile)),
    readFolder(at('weekly'), '.md', (file) => readMarkdown(file, WeeklyFile)),
    readFolder(at('docs'), '.md', (file) => readMarkdown(file, DocFile)),
  ])
  const topicSlugs = topics.map(({ slug }) => slug)
  const problems = [
    ...tools.flatMap(({ file, value }) =>
      toolProblems(file, value, categories, topicSlugs, path.join(root, 'public', 'icons')),
    ),
    ...sharedNames(tools),
    ...sharedPackages(tools),
    ...tasks.flatMap(({ slug, categories: named }) =>
      named
        .filter((name) => !categories.some((category) => category.slug === name))
        .map(
          (name) =>
            `content/tasks.yaml: ${slug}.categories: ${name} is not in content/categories.yaml`,
        ),
    ),
    ...tasks.flatMap(({ slug, topics: named }) =>
      named
        .filter((name) => !topics.some((topic) => topic.slug === name))
        .map((name) => `content/tasks.yaml: ${slug}.topics: ${name} is not in content/topics.yaml`),
    ),
    ...repeated(
      tasks.map(({ slug: value }) => ({ file: 'content/tasks.yaml', field: 'slug', value })),
    ),
    ...topicProblems(topics, [...listings, ...tools]),
    ...landingProblems(landingPages, tasks),
    ...repeated(
      categories.map(({ slug: value }) => ({
        file: 'content/categories.yaml',
        field: 'slug',
        value,
      })),
    ),
    ...repeated(
      useCases.map(({ slug: value }) => ({ file: 'content/use-cases.yaml', field: 'slug', value })),
    ),
    ...repeated(
      useCases.flatMap(({ phrases }) =>
        phrases.map((value) => ({ file: 'content/use-cases.yaml', field: 'phrases', value })),
      ),
    ),
    ...repeated(
      codeHosts.map(({ host: value }) => ({
        file: 'content/code-hosts.yaml',
        field: 'host',
        value,
      })),
    ),
    ...Object.entries(reviewReasons).flatMap(([decision, reasons]) =>
      repeated(
        reasons.map(({ key: value }) => ({
          file: 'content/review-reasons.yaml',
          field: `${decision}.key`,
          value,
        })),
      ),
    ),
    ...listings.flatMap(({ file, value }) =>
      listingProblems(
        file,
        value,
        tools.map(({ slug }) => slug),
        topicSlugs,
      ),
    ),
    ...proofProblems(proofs, new Set(listings.map(({ slug }) => slug))),
    ...domainProblems(
      listings.map(({ file, value }) => ({ file, url: value.url })),
      codeHosts,
    ),
    ...repeated(
      listings.map(({ file, value }) => ({ file, field: 'approved_at', value: value.approved_at })),
    ),
    ...repeated(
      docFiles.map(({ file, value }) => ({ file, field: 'order', value: String(value.order) })),
    ),
    ...issues.flatMap(({ slug, file }) =>
      /^[1-9]\d{0,4}$/.test(slug) ? [] : [`${file}: name the file by the number of the issue`],
    ),
    ...repeated(issues.map(({ file, value }) => ({ file, field: 'slug', value: value.slug }))),
    ...issues.flatMap(({ file, value }) =>
      repeated(value.products.map((product) => ({ file, field: 'products', value: product }))),
    ),
  ]
  if (problems.length > 0)
    throw Object.assign(new BadContent('', []), { message: problems.join('\n') })
  const weekly = issues
    .map(({ slug, value }) => ({ number: Number(slug), ...value }))
    .sort((a, b) => a.number - b.number)
  const docs = docFiles
    .map(({ slug, value }) => ({ slug, ...value }))
    .sort((a, b) => a.order - b.order)
  return {
    categories,
    tasks,
    topics,
    landingPages,
    useCases,
    codeHosts,
    reviewReasons,
    tools,
    listings,
    proofs,
    weekly,
    docs,
  }
}

function topicProblems(
  topics: z.output<typeof TopicFile>,
  entries: readonly { value: { topics: string[] } }[],
): string[] {
  const file = 'content/topics.yaml'
  const used = new Set(entries.flatMap(({ value }) => value.topics))
  return [
    ...repeated(topics.map(({ slug }) => ({ file, field: 'slug', value: slug }))),
    ...repeated(
      topics.flatMap(({ phrases }) =>
        phrases.map((value) => ({ file, field: 'phrases', value: searchKey(value, ' ') })),
      ),
    ),
    ...topics
      .filter(({ slug }) => !used.has(slug))
      .map(({ slug }) => `${file}: ${slug}: no listing and no tool is of it`),
  ]
}

// Each page of one facet has words of its own, and no words are without a page.
function landingProblems(pages: LandingPages, tasks: readonly { slug: string }[]): string[] {
  const file = 'content/landing-pages.yaml'
  const wanted = landingGroups.flatMap((group) => {
    const values: readonly string[] =
      group === 'task' ? tasks.map(({ slug }) => slug) : facetGroups[group].options
    return values.map((value) => `${group}/${facetGroups[group].written(value)}`)
  })
  const named = new Set(pages.map(({ facet }) => facet))
  return [
    ...repeated(pages.map(({ facet: value }) => ({ file, field: 'facet', value }))),
    ...wanted.filter((facet) => !named.has(facet)).map((facet) => `${file}: ${facet} is missing`),
    ...[...named]
      .filter((facet) => !wanted.includes(facet))
      .map((facet) => `${file}: ${facet} is the page of nothing`),
  ]
}

// A tool that a listing or the directory has no more is not told of, so only the listing is asked for.
function proofProblems(
  proofs: { slug: string; file: string; value: ProofFile }[],
  listings: ReadonlySet<string>,
): string[] {
  return proofs.flatMap(({ slug, file, value }) => [
    ...(listings.has(slug) ? [] : [`${file}: there is no content/listings/${slug}.yaml`]),
    ...repeated(value.tools.map((tool) => ({ file, field: 'tools', value: tool.slug }))),
    ...value.tools.flatMap(({ slug: tool, state, level, source }) =>
      (state === 'proved') === (level !== null && source !== null)
        ? []
        : [`${file}: tools: ${tool} is proved exactly when it has a level and a source`],
    ),
  ])
}
