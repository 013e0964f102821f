import { packageUrl } from '#core/package-url.ts'
import { baseName } from '#proof/folders.ts'
import type { DependencyKind, Finding, Unresolved } from './finding.ts'
import { gitPackage } from './git-address.ts'
import { readRequirement } from './python-requirement.ts'
import { type Required, requirementOf } from './requirement.ts'
import { type Word, shellCommands } from './shell-words.ts'

interface Installer {
  program: RegExp
  verb: RegExp
  /** The options whose value is the next word. */
  valued: RegExp
  kind: DependencyKind
  read: (word: string) => Required | undefined
}

const installers: readonly Installer[] = [
  {
    program: /^(?:apt(?:-get)?|aptitude)$/,
    verb: /^install$/,
    valued: /^(?:-[a-z]*[toc]|--(?:target|default)-release|--option|--config-file)$/,
    kind: 'system',
    read: system,
  },
  {
    program: /^(?:(?:micro)?dnf|yum)$/,
    verb: /^install$/,
    valued: /^(?:-[a-z]*[cx]|--(?:setopt|exclude|(?:en|dis)ablerepo|repo|releasever|installroot))$/,
    kind: 'system',
    read: system,
  },
  {
    program: /^apk$/,
    verb: /^add$/,
    valued:
      /^(?:-[a-z]*[tpX]|--(?:virtual|repository|root|repositories-file|arch|(?:keys|cache)-dir))$/,
    kind: 'system',
    read: system,
  },
  {
    program: /^pip[\d.]*$/,
    verb: /^install$/,
    // Of pip, and of `uv pip`. The value of `-e` is read below.
    valued:
      /^(?:-[a-zA-Z]*[rctifCpbP]|--(?:requirements?|constraints?|build-constraints?|overrides?|excludes?|target|platform|python(?:-version|-platform)?|implementation|abi|root|prefix|src|(?:extra-|default-)?index(?:-url|-strategy)?|find-links|no-binary(?:-package)?|only-binary|no-build(?:-isolation)?-package|progress-bar|root-user-action|trusted-host|allow-insecure-host|upgrade-(?:strategy|package)|(?:refresh|reinstall)-package|cache-dir|log|proxy|timeout|retries|cert|client-cert|exists-action|(?:global|build|install)-option|config-settings?|report|group|extra|use-(?:feature|deprecated)|keyring-provider|resolution|prerelease|link-mode|exclude-newer|torch-backend|color|directory|project))$/,
    kind: 'required',
    read: readRequirement,
  },
  {
    program: /^npm$/,
    verb: /^(?:install|i|add)$/,
    valued:
      /^(?:-[Cw]|--(?:prefix|registry|cache|loglevel|omit|include|workspace|userconfig|tag|fetch-(?:timeout|retries)|script-shell|os|cpu|libc|install-strategy|before))$/,
    kind: 'required',
    read: npm,
  },
  {
    program: /^(?:pnpm|bun|yarn)$/,
    verb: /^(?:install|i|add)$/,
    valued:
      /^(?:-[CFc]|--(?:dir|cwd|filter|registry|config|(?:store|global|global-bin)-dir|backend))$/,
    kind: 'required',
    read: npm,
  },
  {
    program: /^gem$/,
    verb: /^install$/,
    valued: /^(?:-[vinsP]|--(?:version|install-dir|bindir|source|trust-policy|platform))$/,
    kind: 'required',
    read: (word) => released('gem', /^([\w.-]+)(?::(\S+))?$/, word),
  },
  {
    program: /^cargo$/,
    verb: /^install$/,
    valued:
      /^(?:-[FjZ]|--(?:version|branch|tag|rev|path|root|registry|index|target(?:-dir)?|features|jobs|profile|bin|example|config|color))$/,
    kind: 'system',
    read: (word) => gitPackage(word) ?? released('cargo', /^([a-zA-Z][\w-]*)(?:@(\S+))?$/, word),
  },
  {
    program: /^go$/,
    verb: /^install$/,
    valued: /^-(?:ldflags|gcflags|tags|mod|o|p)$/,
    kind: 'system',
    // Without a version it is a folder of the module.
    read: (word) => released('golang', /^([\w.-]+\.\w+\/[\w./~-]+)@(\S+)$/, word),
  },
  {
    program: /^git$/,
    verb: /^clone$/,
    valued: /^(?:-[cCboju]|--(?:branch|depth|origin|jobs|filter|reference|template|config))$/,
    kind: 'system',
    read: gitPackage,
  },
]

/** Names of files, which an installer takes for files, and which strangers may register as packages. */
const file = /\.(?:whl|zip|tar|tgz|tar\.\w+|txt|toml|cfg|in|deb|rpm|apk|py|json)$/i
const shell = /^(?:ba|da|z|k|a)?sh$/

/** The packages that a shell command installs, also one in a text, as in `bash -c "…"`. */
export function installedBy(words: readonly Word[], isInner = false): (Finding | Unresolved)[] {
  if (/^(?:echo|printf)$/.test(words[0]?.text ?? '')) return []
  for (let at = 0; at < words.length; at++) {
    const program = baseName(words[at]!.text)
    const script = isInner || !shell.test(program) ? undefined : scriptAfter(words, at)
    if (script)
      return shellCommands(script.text, script.line).flatMap((inner) => installedBy(inner, true))
    const installer = installers.find((each) => each.program.test(program))
    if (!installer) continue
    at = afterOptions(words, at + 1, installer)
    if (installer.verb.test(words[at]?.text ?? '')) return packagesIn(words, at + 1, installer)
    // The word that is no verb may be a program.
    at--
  }
  return []
}

function scriptAfter(words: readonly Word[], at: number): Word | undefined {
  const option = words.findIndex(({ text }, place) => place > at && !/^-[a-z]*[^c]$/.test(text))
  return /^-[a-z]*c$/.test(words[option]?.text ?? '') ? words[option + 1] : undefined
}

/** Whether the last command runs its input: a shell without a file, or, for Docker, no command. */
export function isScriptReader(commands: readonly Word[][]): boolean {
  const last = commands.findLast((words) => words.length > 0) ?? []
  const [program, ...files] = last.filter(({ text }) => !text.startsWith('-'))
  return !program || (files.length === 0 && shell.test(baseName(program.text)))
}

/** The place of the first word that is no option, and no value of one. */
function afterOptions(words: readonly Word[], start: number, { valued }: Installer): number {
  let at = start
  while (words[at]?.text.startsWith('-')) at += valued.test(words[at]!.text) ? 2 : 1
  return at
}

function packagesIn(
  words: readonly Word[],
  start: number,
  installer: Installer,
): (Finding | Unresolved)[] {
  const found: (Finding | Unresolved)[] = []
  for (
    let at = afterOptions(words, start, installer);
    at < words.length;
    at = afterOptions(words, at + 1, installer)
  ) {
    const { text, line } = words[at]!
    // `-e` of pip takes a folder, or the address of a repository.
    const isFolder = /^(?:-e|--editable)$/.test(words[at - 1]!.text) && !/[+:]/.test(text)
    const required = isFolder || file.test(text) ? undefined : installer.read(text)
    if (required) found.push({ ...required, line, kind: installer.kind })
    else if (/^[^./]*\$/.test(text)) found.push({ line, unresolved: 'variable' })
  }
  return found
}

// All system packages get the Debian type: most programs have the same name on every system.
function system(word: string): Required | undefined {
  const form = /^([a-z0-9][a-z0-9.+-]*)(?:=(\S*)|(?=[:/@~<>]|$))/
  return released('deb', form, word, 'debian/')
}

function released(type: string, form: RegExp, word: string, of = ''): Required | undefined {
  const [, name, version] = form.exec(word) ?? []
  if (name === undefined) return undefined
  return { package: packageUrl(type, of + name), requirement: requirementOf(version) }
}

function npm(word: string): Required | undefined {
  const alias = word.replace(/^.+@npm:/, '')
  return (
    released('npm', /^((?:@[\w.-]+\/)?[a-z0-9][\w.-]*)(?:@([^:/]*))?$/, alias) ?? gitPackage(word)
  )
}
