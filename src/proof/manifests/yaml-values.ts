import {
  type Document,
  LineCounter,
  type ParsedNode,
  isAlias,
  isMap,
  isScalar,
  parseAllDocuments,
} from 'yaml'

/** A value of a YAML text: a text, a mapping or a list. */
export interface YamlValue {
  line: number
  text?: string
  entries?: Map<string, YamlValue>
  items?: YamlValue[]
}

/**
 * The documents of a YAML text, with all scalars as texts (empty for null) and aliases followed. Templates, as in charts,
 * are no YAML: a line that is one counts as a comment, and `{{ … }}` within a line as `$$$`, a
 * variable. Throws for invalid texts.
 */
export function readYaml(text: string): YamlValue[] {
  const source = text
    .replace(/^([^\S\n]*)\{(?=[{%#])(.*[}%#])\}[^\S\n]*$/gm, '$1# $2')
    .replace(/\{\{[^{}\n]*\}\}/g, (template) => '$'.repeat(template.length))
  const lineCounter = new LineCounter()
  // Pretty errors repeat the line for each error, so their time would not be linear. Neither would
  // it be with a check of unique keys, or with `Alias.resolve`, which searches the whole document.
  const options = { schema: 'core', uniqueKeys: false, prettyErrors: false } as const
  const documents = parseAllDocuments(source, { ...options, logLevel: 'silent', lineCounter })
  return [...documents].flatMap(({ errors: [error], contents }: Document.Parsed) => {
    const lineAt = (place: number) => lineCounter.linePos(place).line
    if (error) throw new Error(`${error.message} in line ${lineAt(error.pos[0])}`)
    return contents ? [valueOf(contents, lineAt)] : []
  })
}

function valueOf(
  node: ParsedNode,
  lineAt: (place: number) => number,
  anchors = new Map<string, YamlValue>(),
): YamlValue {
  const value: YamlValue = { line: lineAt(node.range[0]) }
  if (isAlias(node)) {
    const anchored = anchors.get(node.source)
    if (!anchored) throw new Error(`Unknown alias *${node.source} in line ${value.line}`)
    return { ...anchored, ...value }
  }
  if (node.anchor !== undefined) anchors.set(node.anchor, value)
  if (isScalar(node)) value.text = node.value === null ? '' : (node.source ?? '')
  else if (isMap(node)) {
    value.entries = new Map()
    for (const { key, value: inner } of node.items) {
      const name = isScalar(key) ? String(key.value) : ''
      if (inner) value.entries.set(name, valueOf(inner, lineAt, anchors))
    }
  } else {
    value.items = []
    for (const item of node.items) value.items.push(valueOf(item as ParsedNode, lineAt, anchors))
  }
  return value
}

/**
 * The value of a key of a mapping, or of those that it takes over by `<<`. A bound on these keeps the
 * time linear, and ends where they refer to each other.
 */
export function entryOf(
  mapping: YamlValue,
  key: string,
  bound = { left: 50 },
): YamlValue | undefined {
  const own = mapping.entries?.get(key)
  if (own) return own
  const merged = mapping.entries?.get('<<')
  for (const source of merged?.items ?? (merged ? [merged] : [])) {
    if (bound.left-- <= 0) return undefined
    const found = entryOf(source, key, bound)
    if (found) return found
  }
  return undefined
}
