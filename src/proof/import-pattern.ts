/**
 * The settings of shadcn/ui, whose components are copied and not imported, and what these import:
 * one of them chooses a style by it.
 */
const copied: Readonly<Record<string, string>> = {
  'file:components.json#$schema=ui.shadcn.com':
    'from *[\'"](class-variance-authority|@?radix-ui|@base-ui|reka-ui|bits-ui)',
}

/**
 * A pattern, as `git grep -E` takes it, of a line that imports a package; undefined where the name of
 * a package does not tell that of its module.
 */
export function importPattern(purl: string): string | undefined {
  if (copied[purl] !== undefined) return copied[purl]
  const [, type = '', path = ''] = /^pkg:([a-z]+)\/([^?]+)/.exec(purl) ?? []
  const name = decodeURIComponent(path)
  const plain = escaped(name)
  if (type === 'npm') return `(from|require\\(|import\\(|import) *['"]${plain}(/[^'"]*)?['"]`
  if (type === 'pypi') return pythonPattern(name)
  if (type === 'golang') return `"${plain}(/[^"]*)?"`
  if (type === 'cargo') return cratePattern(name)
  return undefined
}

/** Modules that are called quite unlike what PyPI gives them in. */
const modules: Readonly<Record<string, string>> = {
  'ag-ui-protocol': 'ag_ui',
  ag2: 'autogen',
  'agent-client-protocol': 'acp',
  'apache-airflow': 'airflow',
  beautifulsoup4: 'bs4',
  'mysql-connector-python': 'mysql',
  'dspy-ai': 'dspy',
  'haystack-ai': 'haystack',
  mem0ai: 'mem0',
  mysqlclient: 'MySQLdb',
  'openai-agents': 'agents',
  'py-cord': 'discord',
  pymupdf: 'fitz',
  pytelegrambotapi: 'telebot',
  'python-telegram-bot': 'telegram',
  'strawberry-graphql': 'strawberry',
}

// A distribution adds words to the name of its module: faiss-cpu, tavily-python, PyGithub.
function pythonPattern(name: string): string {
  const short = name
    .replace(/[-_.](?:python|binary|client|cpu|gpu|slim|sdk|api|py)$/, '')
    .replace(/^(?:python-|py(?=[a-z]{5}))/, '')
  const names = [name, short, ...(modules[name] ? [modules[name]] : [])].filter(Boolean)
  const any = [...new Set(names)].map((each) => each.split(/[-_.]/).map(escaped).join('[._]'))
  // A namespace may give its part by name: `from google import genai`.
  const [, space, part] = /^(.+)[-_.]([^-_.]+)$/.exec(name) ?? []
  const parts = space && part ? [`from +${escaped(space)} +import +(.*[ ,(])?${escaped(part)}`] : []
  return `^ *(${[`(import|from) +(${any.join('|')})([. ,]|$)`, ...parts].join('|')})`
}

// A crate is named where it is used, too: `sentry::init(...)` needs no line that imports it. That of
// another crate, `tower::sentry::`, is not it; lists, `use {sentry, other}`, are not read.
function cratePattern(name: string): string {
  const crate = escaped(name.replaceAll('-', '_'))
  return `(^|[^A-Za-z0-9_:])(::)?${crate}::|^ *(pub(\\([a-z]+\\))? )?(use|extern crate) +(::)?${crate}( |;)`
}

/** A text as a pattern that finds this very text. */
export function escaped(text: string): string {
  return text.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&')
}
