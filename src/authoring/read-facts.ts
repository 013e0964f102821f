import type { ListingFile } from '#content-files/schemas.ts'
import type { Fact } from '#contract/resources/facts.ts'
import { sourceUrl } from '#present/product/product-proof.ts'
import { findFacts, serverJson } from '#proof/facts/find-facts.ts'
import { type Subject, bare } from '#proof/facts/subject.ts'
import type { RepositoryRead } from '#proof/repositories/repository-read.ts'
import { git, readBlobs } from './git.ts'

/**
 * The facts about a listed product that a checkout of its repository shows. A repository beside a
 * closed product shows none of the product itself.
 */
export async function readFacts(
  folder: string,
  { repository, commit, lastActivity, files }: RepositoryRead,
  { slug, name, source }: { slug: string } & Pick<ListingFile, 'name' | 'source'>,
): Promise<Fact[]> {
  if (source === null) return []
  const [, owner = '', repo = ''] = URL.parse(repository)?.pathname.split('/') ?? []
  const subject = { names: [slug, name, repo.replace(/\.git$/, '')], owner }
  const isThere = files.some(({ path }) => path === serverJson)
  const texts = isThere
    ? await readBlobs(folder, [`${commit}:${serverJson}`])
    : new Map<string, string>()
  const found = findFacts(
    files.map(({ path, text }) => ({ path, text: texts.get(`${commit}:${path}`) ?? text })),
    subject,
  )
  return [
    ...found.map(({ fact, value, path, line }) => ({
      fact,
      value,
      day: null,
      source: sourceUrl(repository, commit, path, line),
    })),
    ...(await latestRelease(folder, repository, subject)),
    ...(await contributors(folder, repository, commit, lastActivity)),
  ]
}

/** Where the version begins in the tag of a release, behind the name of a part if it has one. */
const versionStart = /(?:^|[@/_-])v?(?=\d+\.\d)/
const early =
  /(?:^|\d|[-_+])[.-]?(?:alpha|beta|[ab]|rc|dev|pre|preview|nightly|canary|next|snapshot|test|exp)(?:[\d.-]|$)/i

/**
 * The newest release by its tag; none if newer tags are of parts alone, which say nothing of the
 * whole. A package of the product's name with less than a third of the tags of another is a helper.
 */
async function latestRelease(
  folder: string,
  repository: string,
  { names }: Subject,
): Promise<Fact[]> {
  const format = '--format=%(refname:lstrip=2) %(creatordate:format:%Y-%m-%d)'
  const tags = (await git(folder, ['for-each-ref', format, 'refs/tags'])).toString().split('\n')
  const releases = tags.flatMap((each) => {
    const [, tag = '', day = ''] = /^(\S+) (\d{4}-\d\d-\d\d)$/.exec(each) ?? []
    const start = early.test(tag) ? null : versionStart.exec(tag)
    const rest = start ? tag.slice(start.index + start[0].length) : ''
    const [version] = /^\d+(?:\.\d+){1,3}/.exec(rest) ?? []
    if (!start || version === undefined) return []
    const part = tag.slice(0, start.index)
    const isNamed = part === '' || names.some((name) => bare(name) === bare(part))
    return [{ tag, day, version, part, isOfWhole: isNamed && version === rest }]
  })
  const counts = Map.groupBy(releases, ({ part }) => part)
  const most = Math.max(...Array.from(counts.values(), ({ length }) => length))
  const isHelper = (part: string) => part !== '' && counts.get(part)!.length * 3 < most
  const newest = releases.reduce((last, { day }) => (day > last ? day : last), '')
  const from = threeMonthsBefore(newest)
  const [latest] = releases
    .filter(({ day, part, isOfWhole }) => isOfWhole && day >= from && !isHelper(part))
    .sort((a, b) =>
      `${b.day} ${b.version}`.localeCompare(`${a.day} ${a.version}`, 'en', { numeric: true }),
    )
  if (!latest) return []
  const source = `${repository}/releases/tag/${encodeURIComponent(latest.tag)}`
  return [{ fact: 'latest_release', value: latest.version, day: latest.day, source }]
}

function threeMonthsBefore(day: string): string {
  if (day === '') return day
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - 3)
  return date.toISOString().slice(0, 10)
}

/** Authors that are programs. */
const bot =
  /\bbots?\b|\[bot\]|^(?:dependabot|renovate|github[- ]?actions?|copilot|claude|cursor agent|cursoragent|devin ai|greenkeeper|snyk|semantic-release|codex|gemini|google-labs-jules|allcontributors|web-flow|openhands|sweep)\b|[-_]bot$|bot$/i

/** How many people wrote commits that the main line has, by their names; e-mails are not kept. */
async function contributors(
  folder: string,
  repository: string,
  commit: string,
  lastActivity: string,
): Promise<Fact[]> {
  const isPart = (await git(folder, ['rev-parse', '--is-shallow-repository'])).toString().trim()
  if (isPart !== 'false') return []
  const names = (await git(folder, ['log', '--format=%aN', commit])).toString().split('\n')
  const people = new Set(
    names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '' && !bot.test(name)),
  )
  if (people.size === 0) return []
  const source = `${repository}/commits/${commit}`
  return [
    { fact: 'contributors', value: String(people.size), day: lastActivity.slice(0, 10), source },
  ]
}
