import { imageTag, imageUrl, longestReference, packageUrl } from '#core/package-url.ts'
import type { Finding } from './finding.ts'
import { gitUrl } from './git-address.ts'
import { readRequirement } from './python-requirement.ts'
import { type Required, requirementOf } from './requirement.ts'

/** An instruction of a Dockerfile. Its words keep their lines, because it may span several. */
interface Instruction {
  name: string
  words: { text: string; line: number }[]
}

/**
 * Reads a Dockerfile: the images of its stages, and the packages that its commands install with a
 * system package manager, pip or npm, or clone from GitHub.
 */
export function readDockerfile(text: string): Finding[] {
  const instructions = instructionsOf(text)
  const defaults = new Map<string, string>()
  const stages = new Set<string>()
  const last = instructions.findLast(({ name }) => name === 'FROM')
  return instructions.flatMap((instruction): Finding[] => {
    const { name, words } = instruction
    if (name === 'ARG') {
      const [, variable, value] = /^(\w+)=["']?([^"']*)["']?$/.exec(words[0]?.text ?? '') ?? []
      const isSet = variable !== undefined && value !== undefined
      // A longer value cannot be part of an image name. Skipping it also bounds memory, because
      // each `FROM` line may repeat it.
      if (isSet && value.length <= longestReference) defaults.set(variable, value)
    }
    if (name === 'RUN') return installed(words)
    if (name !== 'FROM') return []
    const [image, as, stage] = words.filter(({ text: word }) => !word.startsWith('--'))
    if (!image) return []
    const reference = image.text
      .replace(/\$\{(\w+):-([^{}]*)\}/g, (_, variable, value) => defaults.get(variable) ?? value)
      .replace(/\$\{?(\w+)\}?/g, (whole, variable) => defaults.get(variable) ?? whole)
    const url = stages.has(reference.toLowerCase()) ? undefined : imageUrl(reference)
    if (as?.text.toUpperCase() === 'AS' && stage) stages.add(stage.text.toLowerCase())
    if (!url || reference === 'scratch') return []
    const kind = instruction === last ? 'image' : 'build_image'
    const requirement = requirementOf(imageTag(reference))
    return [{ package: url, line: image.line, kind, requirement }]
  })
}

function instructionsOf(text: string): Instruction[] {
  const instructions: Instruction[] = []
  let current: Instruction | undefined
  for (const [index, raw] of text.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(raw)) continue
    const line = raw.trimEnd()
    const words = line
      .replace(/\\$/, '')
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => ({ text: word, line: index + 1 }))
    if (current) for (const word of words) current.words.push(word)
    else if (words[0]) {
      current = { name: words[0].text.toUpperCase(), words: words.slice(1) }
      instructions.push(current)
    }
    if (!line.endsWith('\\')) current = undefined
  }
  return instructions
}

const installers = [
  { program: /^apt(?:-get)?$/, verb: /^install$/, read: system, kind: 'system' },
  { program: /^(?:micro)?dnf$|^yum$/, verb: /^install$/, read: system, kind: 'system' },
  { program: /^apk$/, verb: /^add$/, read: system, kind: 'system' },
  { program: /^pip3?$/, verb: /^install$/, read: readRequirement, kind: 'required' },
  { program: /^npm$/, verb: /^(?:install|i)$/, read: npm, kind: 'required' },
  { program: /^git$/, verb: /^clone$/, read: cloned, kind: 'system' },
] as const

function installed(words: Instruction['words']): Finding[] {
  const findings: Finding[] = []
  let installer: (typeof installers)[number] | undefined
  let before = ''
  for (const { text, line } of words) {
    // Removes a command separator that directly follows a word, as in `curl;`.
    const word = text.replace(/(?<![;&|])[;&|]+$/, '')
    const starts = installers.find(({ program, verb }) => verb.test(word) && program.test(before))
    if (starts) installer = starts
    else if (/^[;&|]+$/.test(text)) installer = undefined
    else if (installer && !word.startsWith('-')) {
      const required = installer.read(word.replace(/^["']|["']$/g, ''))
      if (required) findings.push({ ...required, line, kind: installer.kind })
    }
    if (word !== text) installer = undefined
    // Options are skipped, so that `apt-get -y install` is read like `apt-get install -y`.
    if (!word.startsWith('-')) before = word
  }
  return findings
}

// All system packages get the Debian type: most programs have the same name on every system.
function system(word: string): Required | undefined {
  const [, name, version] = /^([a-z0-9][a-z0-9.+-]*)(?:=(\S*))?/.exec(word) ?? []
  if (name === undefined) return undefined
  return { package: packageUrl('deb', `debian/${name}`), requirement: requirementOf(version) }
}

function npm(word: string): Required | undefined {
  const [, name, version] = /^((?:@[\w.-]+\/)?[a-z0-9][\w.-]*)(?:@(.*))?$/.exec(word) ?? []
  if (name === undefined) return cloned(word)
  return { package: packageUrl('npm', name), requirement: requirementOf(version) }
}

function cloned(address: string): Required | undefined {
  const url = gitUrl(address)
  return url === undefined ? undefined : { package: url, requirement: null }
}
