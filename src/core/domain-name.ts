import { isIP } from 'node:net'
import { parse } from 'tldts'
import { limits } from '#contract/limits.ts'
import { codePoints } from '#contract/text.ts'

/**
 * A code host such as github.com. The "domain" of a listing on it includes owner and repository:
 * github.com/owner/repo. `sections` are path prefixes before the owner, such as `spaces`; `parts`
 * is the number of path parts after them, 2 by default; where it is 1, they are needed. `reserved`
 * are first parts that are no owner. `ends` are parts after a repository on hosts where it may be in
 * groups within groups.
 */
export interface CodeHost {
  host: string
  sections: string[]
  parts?: number | undefined
  reserved?: string[] | undefined
  ends?: string[] | undefined
}

/** A parsed domain, or the reason why a text is not one. */
export type DomainName =
  | {
      ok: true
      /** The domain of a listing: the hostname; on code hosts with owner and repository. */
      domain: string
      /** The registrable domain by the Public Suffix List, including the list's private section. */
      registrable: string
      /**
       * `domain` and its parents up to the registrable one. Empty for a code host without a
       * repository.
       */
      candidates: string[]
    }
  | { ok: false; reason: string }

// RFC 6761, 6762, 7686, 9476 and ICANN's .internal: these top-level names have no public websites.
const privateTopLevels = ['localhost', 'local', 'internal', 'invalid', 'onion']

/**
 * Parses a website URL or bare domain by the WHATWG URL standard and the Public Suffix List. Spec,
 * GET /lookup: "scheme, `www.`, path and query are ignored. A subdomain falls back to its parent
 * domain."
 */
export function domainName(input: string, codeHosts: readonly CodeHost[]): DomainName {
  const text = input.trim()
  if (text === '') return refuse('is empty')
  if (codePoints(text) > limits.url) return refuse(`has more than ${limits.url} characters`)
  if (/[\s\p{Cc}]/u.test(text)) return refuse('contains white space or control characters')
  const url = readUrl(text)
  if (!url) return refuse('is not a URL or domain')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse(`has the scheme ${url.protocol.slice(0, -1)}; only http and https are websites`)
  if (url.username !== '' || url.password !== '') return refuse('contains a user name or password')

  const host = url.hostname.replace(/\.$/, '')
  const refused = refuseHost(host)
  if (refused) return refuse(refused)
  const { domain: registrable } = parse(host, {
    allowPrivateDomains: true,
    validateHostname: false,
    extractHostname: false,
  })
  if (!registrable) return refuse(`names ${host}, which is a public suffix and not one website`)

  const name = host.startsWith('www.') && host !== registrable ? host.slice(4) : host
  const codeHost = codeHosts.find((entry) => entry.host === name)
  if (codeHost) return { ok: true, registrable, ...repository(name, url.pathname, codeHost) }
  return { ok: true, domain: name, registrable, candidates: parents(name, registrable) }
}

function refuse(reason: string): DomainName {
  return { ok: false, reason }
}

function readUrl(text: string): URL | null {
  // `URL.parse` would read "example.com:8080/x" as a URL with the scheme "example.com:".
  const isHostWithPort = /^(?:[^/?#@:]+:\d{1,5}(?:[/?#]|$)|[^/?#@:.]+\.[^/?#@:]*:(?!\/\/))/.test(
    text,
  )
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !isHostWithPort
  return URL.parse(hasScheme ? text : text.startsWith('//') ? `https:${text}` : `https://${text}`)
}

function refuseHost(host: string): string | undefined {
  if (host === '') return 'has no host'
  if (host.startsWith('[') || isIP(host)) return 'is an IP address; a listing needs a domain'
  const labels = host.split('.')
  if (host.length > 253 || labels.some((label) => !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label)))
    return `names ${host}, which is not a valid domain`
  if (labels.length === 1) return `names ${host}, which is a single label and not a domain`
  if (privateTopLevels.includes(labels.at(-1)!))
    return `names ${host}, which is not a public website`
  return undefined
}

function parents(name: string, registrable: string): string[] {
  const candidates = [name]
  for (let parent = name; parent !== registrable && parent.includes('.');) {
    parent = parent.slice(parent.indexOf('.') + 1)
    candidates.push(parent)
  }
  return candidates
}

// The domain of a repository on a code host. Decisions, Lookup: "the owner and repository,
// case-insensitive, `.git` and what follows dropped".
function repository(host: string, pathname: string, codeHost: CodeHost) {
  const { sections, parts = 2, reserved = [], ends } = codeHost
  const segments = unescaped(pathname).toLowerCase().split('/').filter(Boolean)
  const section = sections.includes(segments[0] ?? '') ? segments.splice(0, 1) : []
  const end = segments.findIndex(
    (segment, at) =>
      at >= parts && (!ends || ends.includes(segment) || segments[at - 1]!.endsWith('.git')),
  )
  const named = end === -1 ? segments : segments.slice(0, end)
  const name = named.at(-1)?.replace(/\.git$/, '')
  const isNone = section.length === 0 && (parts === 1 || reserved.includes(named[0] ?? ''))
  if (isNone || named.length < parts || !name) return { domain: host, candidates: [] }
  const domain = [host, ...section, ...named.slice(0, -1), name].join('/')
  return { domain, candidates: [domain] }
}

/** RFC 3986, 6.2.2.2: an escaped letter, digit, hyphen, full stop, underscore or tilde is itself. */
function unescaped(path: string): string {
  return path.replace(/%[2-7][\da-f]/gi, (escape) => {
    const sign = decodeURIComponent(escape)
    return /[\w.~-]/.test(sign) ? sign : escape
  })
}
