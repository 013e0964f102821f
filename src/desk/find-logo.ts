// Finds the files of a repository that are likely its logo, by their paths alone.

const kinds: ReadonlySet<string> = new Set(
  'logo icon favicon mark logomark symbol brandmark'.split(' '),
)
/** Words in the name of a file that do not say whose logo it is. */
const plainWords: ReadonlySet<string> = new Set(
  'app square round rounded circle color colour colored default main primary small large light dark black white transparent only brand svg icon image android apple touch chrome'.split(
    ' ',
  ),
)
const folders: ReadonlySet<string> = new Set(
  'public assets asset docs doc static .github .readme img imgs image images media brand branding logo logos icons icon resources'.split(
    ' ',
  ),
)
/** Folders with the code of the product, in which its public files can be. */
const parts: ReadonlySet<string> = new Set(
  'apps app packages web website site www frontend ui client dashboard console src main desktop landing homepage studio en .vitepress src-tauri'.split(
    ' ',
  ),
)
/** In these folders, logos are those of other products. */
const foreign =
  /^(?:node_modules|vendor|third[_-]?party|tests?|__tests__|fixtures?|examples?|templates?|integrations?|providers?|plugins?|connectors?|samples?|demos?|cookbook)$/i

/** Paths of likely logos, the likeliest first. `names` are names of the product. */
export function likelyLogos(paths: readonly string[], names: readonly string[]): string[] {
  const own = new Set(names.flatMap((name) => [bare(name), ...wordsOf(name)]).filter(Boolean))
  return paths
    .flatMap((path) => {
      const far = distance(path, own)
      return far === undefined ? [] : [{ path, far }]
    })
    .sort((a, b) => a.far - b.far || a.path.localeCompare(b.path, 'en'))
    .map(({ path }) => path)
}

const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/)
    .filter(Boolean)

/** A lower number is more likely the logo; undefined for a file that cannot be the logo. */
function distance(path: string, own: ReadonlySet<string>): number | undefined {
  const above = path.split('/')
  const [, stem = '', ending = ''] = /^(.*)\.(svg|png|ico)$/i.exec(above.pop()!) ?? []
  if (stem === '' || above.length > 6 || above.some((folder) => foreign.test(folder)))
    return undefined
  const words = wordsOf(stem)
  const isOwn = (word: string) => own.has(word)
  if (!isOwn(bare(stem)) && !words.some((word) => kinds.has(word))) return undefined
  const strange = words.filter(
    (word) =>
      !kinds.has(word) && !plainWords.has(word) && !isOwn(word) && !/^\d+(?:x\d+)?$/.test(word),
  )
  if (strange.length > 0) return undefined
  const isKnown = (folder: string) =>
    folders.has(folder.toLowerCase()) || parts.has(folder.toLowerCase()) || own.has(bare(folder))
  return (
    above.length * 2 +
    above.filter((folder) => !isKnown(folder)).length * 6 +
    (above.some((folder) => folders.has(folder.toLowerCase())) || above.length === 0 ? 0 : 4) +
    { svg: 0, png: 5, ico: 9 }[ending.toLowerCase() as 'svg' | 'png' | 'ico'] +
    (words.some((word) => /^(?:white|dark|black)$/.test(word)) ? 3 : 0) +
    (words.includes('favicon') ? 1 : 0) +
    (words.length > 3 ? 1 : 0)
  )
}
