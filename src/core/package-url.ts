/**
 * The kinds of package that manifests name, as the package URL specification calls them, each with
 * whether its names mind the case of letters.
 */
const packageTypes = {
  cargo: { minds: 'case' },
  composer: { minds: 'nothing' },
  deb: { minds: 'nothing' },
  docker: { minds: 'nothing' },
  gem: { minds: 'case' },
  github: { minds: 'nothing' },
  githubactions: { minds: 'nothing' },
  golang: { minds: 'nothing' },
  maven: { minds: 'case' },
  npm: { minds: 'nothing' },
  nuget: { minds: 'nothing' },
  // PEP 503: "all runs of the characters ., -, or _ replaced with a single -".
  pypi: { minds: 'nothing' },
} as const satisfies Record<string, { minds: 'case' | 'nothing' }>

type PackageType = keyof typeof packageTypes

const start = /^pkg:\/{0,2}(?<type>[a-z][a-z0-9.+-]*)\//i

/**
 * A package URL as this directory compares them: without version, subpath and qualifiers, except
 * the registry of an image, which is part of its name. Undefined for what is no package URL.
 */
export function packageKey(purl: string): string | undefined {
  const text = purl.trim()
  // encodeURIComponent throws for half of a character.
  const begin = text.isWellFormed() ? start.exec(text) : null
  const type = begin?.groups?.['type']
  if (!begin || type === undefined) return undefined
  const [path] = parted(text.slice(begin[0].length), '#')
  const [name, qualifiers] = parted(path, '?')
  const parts = decoded(withoutVersion(name))
  if (parts === undefined || parts.length === 0) return undefined
  const registry = new URLSearchParams(qualifiers).get('repository_url')
  return packageUrl(type.toLowerCase(), parts.join('/'), registry)
}

/** The package URL of a name as manifests write it, such as `@ai-sdk/openai` of npm. */
export function packageUrl(type: string, name: string, registry?: string | null): string {
  const path = folded(type, name).split('/').map(encodeURIComponent).join('/')
  const from = type === 'docker' && registry ? `?repository_url=${registry.toLowerCase()}` : ''
  return `pkg:${type}/${path}${from}`
}

/** Whether it is written as the directory writes them, of a type that manifests name. */
export function isPackageKey(purl: string): boolean {
  const type = /^pkg:([a-z]+)\//.exec(purl)?.[1] ?? ''
  return Object.hasOwn(packageTypes, type) && packageKey(purl) === purl
}

/** More characters than the reference of an image has. */
export const longestReference = 255

// docker.io and its `library` are what an image without a registry comes from.
const defaults = /^(?:index\.)?docker\.io$/

/** The package URL of an image reference such as `ghcr.io/owner/name:1.2`. */
export function imageUrl(reference: string): string | undefined {
  const name = reference.replace(/@sha256:[^]*/i, '').replace(/:[^:/]*$/, '')
  if (name.length > longestReference || !/^[a-z0-9][a-z0-9._:/-]*$/i.test(name)) return undefined
  const [first = '', ...rest] = name.split('/')
  const isHost = rest.length > 0 && /[.:]|^localhost$/.test(first)
  const path = (isHost ? rest.join('/') : name).replace(/^library\//, '')
  return packageUrl('docker', path, isHost && !defaults.test(first) ? first : undefined)
}

function parted(text: string, by: string): [string, string?] {
  const at = text.indexOf(by)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function folded(type: string, name: string): string {
  if (type === 'pypi') return name.toLowerCase().replace(/[-_.]+/g, '-')
  const known = Object.hasOwn(packageTypes, type) ? packageTypes[type as PackageType] : undefined
  return known?.minds === 'nothing' ? name.toLowerCase() : name
}

// A scope may be written with its @, so only one that follows something begins a version.
function withoutVersion(name: string): string {
  const at = name.lastIndexOf('@')
  return at > 0 && name[at - 1] !== '/' ? name.slice(0, at) : name
}

function decoded(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}
