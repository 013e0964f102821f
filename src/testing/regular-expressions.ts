import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A regular expression in the code, with the file that contains it. */
export interface Expression {
  place: string
  source: string
  flags: string
}

/**
 * The regular expressions in src and functions, without tests: literals, and `new RegExp` with
 * texts from the same file. A part that is known only at run time is replaced by the letter x.
 */
export function regularExpressions(root: string): Expression[] {
  const files = ['src', 'functions'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
  )
  return files
    .filter((file) => /\.(?:ts|astro)$/.test(file) && !/\.test\.ts$|^src\/testing\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const parts = file.endsWith('.astro') ? partsOfPage(text) : [{ kind: 'part.ts', code: text }]
      return parts.flatMap(({ kind, code }) => expressionsIn(kind, code, file))
    })
}

/** The front matter, the scripts and the template of an .astro page; a template parses as TSX. */
function partsOfPage(page: string): { kind: string; code: string }[] {
  const [, front = '', rest = ''] = /^(?:---\n([^]*?)\n---)?([^]*)$/.exec(page) ?? []
  const scripts = [...rest.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code = '']) => code)
  const template = rest.replace(
    /<(script|style)[^>]*>[^]*?<\/\1>|<!--[^]*?-->|<!doctype html>/gi,
    '',
  )
  return [
    ...[front, ...scripts].map((code) => ({ kind: 'part.ts', code })),
    { kind: 'part.tsx', code: `<>${template}</>` },
  ]
}

function expressionsIn(kind: string, code: string, file: string): Expression[] {
  const source = ts.createSourceFile(kind, code, ts.ScriptTarget.Latest, true)
  const found: Expression[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ place: file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? []
      // `new RegExp(/literal/)` is skipped: the visit finds the literal itself.
      if (pattern && !isLiteralOf(pattern, source))
        found.push({
          place: file,
          source: textOf(pattern, source),
          flags: flags ? textOf(flags, source) : '',
        })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isLiteralOf(node: ts.Expression, source: ts.SourceFile): boolean {
  const value = ts.isIdentifier(node) ? constantOf(node.text, source) : node
  return value !== undefined && ts.isRegularExpressionLiteral(value)
}

function textOf(node: ts.Node, source: ts.SourceFile): string {
  return textsOf(node, source)?.join() ?? 'x'
}

/** The texts of a list, or a single text; undefined if they are known only at run time. */
function textsOf(node: ts.Node, source: ts.SourceFile): string[] | undefined {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(
      ({ expression, literal }) => textOf(expression, source) + literal.text,
    )
    return [node.head.text + spans.join('')]
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((each) => textOf(each, source))
  if (ts.isAsExpression(node)) return textsOf(node.expression, source)
  if (ts.isIdentifier(node)) {
    const constant = constantOf(node.text, source)
    return constant && textsOf(constant, source)
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined
  const { expression: on, name } = node.expression
  const [by] = node.arguments.map((each) => textOf(each, source))
  const texts = textsOf(on, source)
  if (name.text === 'join') return texts && [texts.join(by)]
  return name.text === 'split' ? texts?.[0]?.split(by!) : undefined
}

function constantOf(name: string, source: ts.SourceFile): ts.Expression | undefined {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find((each) => ts.isIdentifier(each.name) && each.name.text === name)?.initializer
}
