import { attempt } from './attempt.ts'

/** Package types whose names ignore case, from the package URL specification. */
const caseless = new Set([
  'composer',
  'deb',
  'docker',
  'github',
  'githubactions',
  'golang',
  'npm',
  'nuget',
  'pypi',
])
const caseSensitive = new Set(['cargo', 'gem', 'maven'])

const start = /^pkg:\/{0,2}(?<type>[a-z][a-z0-9.+-]*)\//i

/**
 * A package URL normalised for comparing: without version, subpath and qualifiers, except the
 * registry of an image. Undefined if invalid.
 */
export function packageKey(purl: string): string | undefined {
  const text = purl.trim()
  // Refuses texts with a lone surrogate: encodeURIComponent would throw.
  const begin = text.isWellFormed() ? start.exec(text) : null
  const type = begin?.groups?.['type']
  if (!begin || type === undefined) return undefined
  const [path] = parted(text.slice(begin[0].length), '#')
  const [name, qualifiers] = parted(path, '?')
  const parts = decoded(withoutVersion(name))
  const whole = parts?.join('/') ?? ''
  // A last part with @ is a scope or a version, and the name is missing.
  if (/(?:^|\/)(?:@[^/]*)?$/.test(whole)) return undefined
  const registry = new URLSearchParams(qualifiers).get('repository_url')
  return keyOf(type.toLowerCase(), whole, registry?.replace(/^https?:\/\/|(?<!\/)\/+$/g, ''))
}

// The registry of an image may be written as a part of the name, and the name as one of the registry.
function keyOf(type: string, name: string, registry = ''): string | undefined {
  if (type !== 'docker' && (type !== 'oci' || registry === '')) return packageUrl(type, name)
  return imageUrl(
    registry === '' || `/${registry}`.endsWith(`/${name}`)
      ? registry || name
      : `${registry}/${name}`,
  )
}

/** The package URL of a package name in a manifest, such as `@ai-sdk/openai` of type npm. */
export function packageUrl(type: string, name: string, registry?: string | null): string {
  const path = folded(type, name).split('/').map(encodeURIComponent).join('/')
  const from = type === 'docker' && registry ? `?repository_url=${registry.toLowerCase()}` : ''
  return `pkg:${type}/${path}${from}`
}

/**
 * The registry and the name of a package as commands and manifests write it: an image with its
 * registry, `group:artifact` of Maven, and a Debian package without `debian/`.
 */
export function packageName(purl: string): { type: string; name: string } | undefined {
  const [, type, path = '', registry = ''] =
    /^pkg:([a-z]+)\/([^@?#]+)[^?#]*(?:\?repository_url=([^&#]+))?/.exec(purl) ?? []
  const parts = decoded(`${registry}/${path}`)
  if (type === undefined || !parts) return undefined
  if (type === 'maven') return { type, name: parts.join(':') }
  return { type, name: parts.slice(type === 'deb' ? 1 : 0).join('/') }
}

/** Whether a text is a package URL of a known type, normalised as by `packageKey`. */
export function isPackageKey(purl: string): boolean {
  const type = /^pkg:([a-z]+)\//.exec(purl)?.[1] ?? ''
  return (caseless.has(type) || caseSensitive.has(type)) && packageKey(purl) === purl
}

/** The most characters of an image reference. */
export const longestReference = 255

// Docker Hub, the registry of images without a hostname. Its default owner is `library`.
const defaults = /^(?:(?:index\.|registry-1\.)?docker\.io|(?:registry\.)?hub\.docker\.com)$/

/** The package URL of an image reference such as `ghcr.io/owner/name:1.2`. */
export function imageUrl(reference: string): string | undefined {
  const name = reference.replace(/@sha256:[^]*/i, '').replace(/:[^:/]*$/, '')
  if (name.length > longestReference || !/^[a-z0-9][a-z0-9._:/-]*$/i.test(name)) return undefined
  const [first = '', ...rest] = name.split('/')
  const isHost = rest.length > 0 && /[.:]|^localhost$/.test(first)
  const path = (isHost ? rest.join('/') : name).replace(/^library\//, '')
  return packageUrl('docker', path, isHost && !defaults.test(first) ? first : undefined)
}

/** The tag of an image reference: `1.2` of `ghcr.io/owner/name:1.2`. */
export function imageTag(reference: string): string | undefined {
  return /:([^:/]*)$/.exec(reference.replace(/@sha256:[^]*/i, ''))?.[1]
}

function parted(text: string, by: string): [string, string?] {
  const at = text.indexOf(by)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function folded(type: string, name: string): string {
  // Normalises as PEP 503 says: "all runs of the characters ., -, or _ replaced with a single -".
  if (type === 'pypi') return name.toLowerCase().replace(/[-_.]+/g, '-')
  return caseless.has(type) ? name.toLowerCase() : name
}

// The @ of a scope, as in `@ai-sdk/openai`, does not begin a version.
function withoutVersion(name: string): string {
  const at = name.lastIndexOf('@')
  return at > 0 && name[at - 1] !== '/' ? name.slice(0, at) : name
}

function decoded(path: string): string[] | undefined {
  return attempt(() => path.split('/').filter(Boolean).map(decodeURIComponent))
}
