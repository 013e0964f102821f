import { folderAround, folderOf, isBeside } from './folders.ts'
import type { Proof } from './prove.ts'
import type { KnownTool } from './tool-index.ts'

/** What two sides speak is spoken in one place. */
const protocols: readonly string[] = [
  'a2a',
  'ag-ui',
  'agent-client-protocol',
  'model-context-protocol',
]

/** A product keeps its own in stores from many places; what one folder reaches may be another's. */
const stores: readonly string[] = ['backend-db', 'vector-search']

/** They are on with a key, or one of several: a product that is built on one calls it all over. */
const services: readonly string[] = [
  'auth-payments',
  'observability-evals',
  'vector-search',
  'voice-media',
]

/** So few files, but for one all called like a tool, are a part that one can take out. */
const part = 3

/** What speaks against a tool by the files that import the packages which name it. */
export function importDoubt(
  { slug, category }: KnownTool,
  required: readonly Proof[],
  importersOf: (proof: Proof) => readonly string[] | undefined,
  isClient: boolean,
): 'adapter' | 'beside' | 'rare' | undefined {
  const all = required.map(importersOf)
  if (all.includes(undefined) || category === 'languages-runtimes') return undefined
  const found = [...new Set(all.flatMap((paths) => paths ?? []))]
  // What a page is styled or built with is imported nowhere, but for what does it in Python.
  if (category === 'frontend-ui' && !required.every(isPython)) {
    // A client is asked in code.
    if (found.length === 0) return isClient || required.every(isMarker) ? 'rare' : undefined
    return found.every(isOfTests) ? 'beside' : undefined
  }
  const ofProduct = found.filter((path) => folderOf(path) !== 'aside')
  const own = ofProduct.filter((path) => !isBeside(path))
  if (own.length === 0 && ofProduct.length > 0) return 'beside'
  if (protocols.includes(slug)) return undefined
  if (own.length <= 1) return 'rare'
  const others = own.filter((path) => !isNamed(path, slug))
  if (own.length <= part && others.length <= 1) return 'adapter'
  if ((isClient || services.includes(category)) && others.length <= part) return 'rare'
  // What lies at the root is the product itself: there each file counts.
  const folders = new Set(own.map((path) => folderAround(path) || path))
  return stores.includes(category) && folders.size === 1 ? 'rare' : undefined
}

function isOfTests(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|e2e|specs?)\//.test(path)
}

const adapters =
  /(?:^|\/)(?:[\w-]*[-_])?(?:providers?|vendors?|connectors?|adapters?|integrations?|plugins?|drivers?|backends?|clients?|tools?|channels?|vector_?(?:stores?|dbs?)|vdbs?|llms?|models?|embeddings?|loaders?)\//

/** Whether most files that import a tool carry its name in a folder of such files. */
export function isAdapted(tool: string, importers: readonly string[]): boolean {
  const adapted = importers.filter(
    (path) => adapters.test(path.toLowerCase()) && isNamed(path, tool),
  )
  return adapted.length * 2 > importers.length
}

/** Whether a file, or a folder that it lies in, is called like a tool. */
export function isNamed(path: string, tool: string): boolean {
  const folded = path.toLowerCase()
  return tool.split('-').some((word) => word.length > 2 && folded.includes(word))
}

// Settings of a tool that copies files in, without the files.
function isMarker({ package: named }: Proof): boolean {
  return named.startsWith('file:')
}

/** Whether a package is one of JavaScript, or settings that lie beside such code. */
export function isOfScripts({ package: named }: Proof): boolean {
  return /^(?:pkg:npm\/|file:)/.test(named)
}

/** Whether a package is one of Python. */
function isPython({ package: named }: Proof): boolean {
  return named.startsWith('pkg:pypi/')
}
