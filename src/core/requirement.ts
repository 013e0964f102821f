import { validRange } from '@renovatebot/pep440'
import type { Comparator } from 'semver'
import Range from 'semver/classes/range.js'
import type { Cycle } from '#contract/resources/cycle.ts'
import type { Requirement, Support } from '#contract/resources/proof.ts'
import { attempt } from './attempt.ts'
import type { ToolPackages } from './tool-packages.ts'

/** What a line names: a package, or with null what is said in a file itself, such as `engines`. */
interface Named {
  package: string | null
  path?: string | null
}

type Lines = Pick<ToolPackages, 'main' | 'cycles'>

/** The kind and the major of a version expression, by the rules of its package manager. */
export function requirementIn(raw: string, named: Named): Requirement {
  const { kind, major } = asked(raw, named)
  return { raw, kind, major }
}

/** Whether a line says the version of a tool. `engines` and version files always do. */
export function isOfTool(named: Named['package'], main: readonly string[]): boolean {
  return named === null || main.includes(named)
}

/**
 * Whether the lines of a tool that a requirement allows are supported, at a moment or on the day of
 * the page of the maker, whichever is later. Null for a floor, which does not say what runs, and
 * where one of the lines ended and another did not.
 */
export function supportOf(
  raw: string,
  named: Named,
  { main, cycles }: Lines,
  at: string,
): Support | null {
  const { major, range } = asked(raw, named)
  if (!isOfTool(named.package, main) || major === null) return null
  const lines = linesIn(range, cycles)
  const [state, ...others] = new Set(lines.map((line) => stateOf(line, at)))
  const last = lines.at(-1)
  if (!last || !state || others.length > 0) return null
  return { state, ends: last.ends === 'past' ? null : last.ends, source: last.source }
}

/** The line of a tool that a requirement asks for, else its major; null if there are several. */
export function lineOf(raw: string, named: Named, { main, cycles }: Lines): string | null {
  const { major, range } = asked(raw, named)
  if (!isOfTool(named.package, main) || major === null) return null
  const [line, ...others] = linesIn(range, cycles)
  return line && others.length === 0 ? line.line : `${major}`
}

const linesIn = (range: Range | null, cycles: readonly Cycle[]) =>
  cycles.filter(({ line }) => range?.intersects(new Range(line)))

function stateOf({ ends, read }: Cycle, at: string): Support['state'] | undefined {
  if (ends === 'unknown') return undefined
  const isOver = ends === 'past' || (ends !== null && ends < (at > read ? at : read).slice(0, 10))
  return isOver ? 'ended' : 'supported'
}

function asked(raw: string, named: Named): Omit<Requirement, 'raw'> & { range: Range | null } {
  const type = typeOf(named)
  const isTag = type === 'docker'
  const range = isTag
    ? rangeIn(versionOfTag(raw))
    : (rangeIn(inNpm(raw, type)) ?? rangeIn(versionAlone(raw)))
  // The name of a release channel, such as `canary`, is a tag, too.
  if (isTag || !range) {
    const kind = isTag || /^[a-z][\w.-]*$/i.test(raw) ? 'tag' : 'none'
    return { kind, major: range && onlyMajor(range), range }
  }
  // The `go` line and `rust-version` name the oldest version that will do.
  const isOldest = named.package === null && (type === 'golang' || type === 'cargo')
  const kind = isOldest ? 'floor' : kindOf(range)
  return { kind, major: kind === 'floor' ? null : onlyMajor(range), range }
}

/** The package types of files whose lines name no package. */
const fileTypes = { 'go.mod': 'golang', 'Cargo.toml': 'cargo', Gemfile: 'gem' }

function typeOf({ package: named, path }: Named): string {
  const type = /^pkg:([a-z]+)\//.exec(named ?? '')?.[1]
  return type ?? Object.entries(fileTypes).find(([file]) => path?.endsWith(file))?.[1] ?? 'pypi'
}

/** A version expression in the language of npm. */
function inNpm(raw: string, type: string): string {
  // Poetry's `^3.9` and `engines` are no specifiers of PEP 440, but like npm's.
  if (type === 'gem' || (type === 'pypi' && validRange(raw))) return specifiers(raw)
  const text = raw.replace(/,/g, ' ').replace(/\|+/g, '||')
  if (type === 'composer') return text.replace(/~[\d.]+/g, specifiers)
  return type === 'cargo' ? text.replace(/(?<=^| )(?=\d)/g, '^') : text
}

/** Specifiers of PEP 440 and RubyGems: `~=2.2.1` and `~>2.2.1` go up to 2.3, `~=2.2` up to 3. */
function specifiers(raw: string): string {
  const each = raw.split(',').map((part) => {
    const operator = /^[<>=!~]*/.exec(part.trim())![0]
    const version = part.trim().slice(operator.length).trim()
    if (operator === '!=' || version.endsWith('.*')) return operator === '!=' ? '' : version
    const numbers = versionAlone(version).split('.')
    const full = [...numbers, 0, 0].slice(0, 3).join('.')
    if (!operator.startsWith('~')) return `${operator.replace(/^=*$/, '=')}${full}`
    return `>=${full} ${numbers.slice(0, numbers.length > 2 ? 2 : 1).join('.')}`
  })
  return each.join(' ').trim()
}

/** `3.13` of the tag `3.13-slim`. A long number is a day or a build. */
const versionOfTag = (tag: string) => /^v?(\d{1,4}(?:\.\d{1,4}){0,2})(?![.\d])/.exec(tag)?.[1] ?? ''

/** The first three parts of a version that is none of npm: `1.8.0.post1`, `v2.0.0.Final`. */
const versionAlone = (raw: string) => /^v?(\d+(?:\.\d+){0,2})/i.exec(raw)?.[1] ?? ''

function rangeIn(text: string): Range | null {
  if (text === '') return null
  return attempt(() => new Range(text, { loose: true })) ?? null
}

function kindOf({ set }: Range): Requirement['kind'] {
  if (set.some((all) => !all.some(isUpper))) return 'floor'
  return set.flat().every(({ operator }) => operator === '') ? 'exact' : 'range'
}

/** The major of all versions that a range allows; null if there are several. */
function onlyMajor({ set }: Range): number | null {
  const majors = set.flatMap((all) => {
    const lower = all.filter(({ operator, value }) => value !== '' && !operator.startsWith('<'))
    const first = Math.max(0, ...lower.map(({ semver }) => semver.major))
    return [first, Math.min(Infinity, ...all.filter(isUpper).map(lastMajor))]
  })
  return new Set(majors).size === 1 ? majors[0]! : null
}

const isUpper = ({ operator, value }: Comparator) => /^(?:<|$)/.test(operator) && value !== ''

/** The last major below a bound: 2 for `<3.0.0`, 3 for `<3.1.0`. */
function lastMajor({ operator, semver: { major, minor, patch } }: Comparator): number {
  return operator === '<' && minor === 0 && patch === 0 ? major - 1 : major
}
