// Colours samples of code at build. Shiki, which Astro brings, finds the parts; they get classes,
// because the content security policy allows no inline styles. src/styles/code.css colours them.
import { createCssVariablesTheme, createHighlighterCoreSync } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import javascript from 'shiki/langs/javascript.mjs'
import json from 'shiki/langs/json.mjs'
import python from 'shiki/langs/python.mjs'
import shell from 'shiki/langs/shellscript.mjs'
import sql from 'shiki/langs/sql.mjs'
import toml from 'shiki/langs/toml.mjs'
import typescript from 'shiki/langs/typescript.mjs'
import yaml from 'shiki/langs/yaml.mjs'
import { once } from '#core/once.ts'

const theme = 'classes'
const highlighter = once(() =>
  createHighlighterCoreSync({
    themes: [createCssVariablesTheme({ name: theme, variablePrefix: '--' })],
    langs: [javascript, json, python, shell, sql, toml, typescript, yaml],
    engine: createJavaScriptRegexEngine(),
  }),
)

/** The class of each colour of the theme. Other parts stay as they are. */
const classes: Record<string, string> = {
  'var(--token-comment)': 'tok-comment',
  'var(--token-constant)': 'tok-constant',
  'var(--token-function)': 'tok-function',
  'var(--token-keyword)': 'tok-keyword',
  'var(--token-string-expression)': 'tok-string',
}

/** A sample as HTML. Text in an unknown language is only escaped. */
export function highlighted(text: string, language: string): string {
  const known = highlighter()
  if (!known.getLoadedLanguages().includes(language)) return escaped(text)
  return (
    known
      // Without a time limit: on a busy machine the first lines would lose their colours.
      .codeToTokensBase(text, { lang: language, theme, tokenizeTimeLimit: 0 })
      .map((line) =>
        line
          .map(({ content, color = '' }) => {
            const name = classes[color]
            return name ? `<span class="${name}">${escaped(content)}</span>` : escaped(content)
          })
          .join(''),
      )
      .join('\n')
  )
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => signs[sign]!)
}
