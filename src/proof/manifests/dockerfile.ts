import { Arg, Copy, DockerfileParser, From, type Instruction, Run } from 'dockerfile-ast'
import { attempt } from '#core/attempt.ts'
import { longestReference } from '#core/package-url.ts'
import type { Finding, Unresolved } from './finding.ts'
import { elsewhere, expanded, imageIn } from './image-reference.ts'
import { installedBy, isScriptReader } from './installers.ts'
import { type Word, shellCommands } from './shell-words.ts'

/**
 * Reads a Dockerfile: the images of its stages, those that it copies from, and the packages that its
 * commands install or clone from GitHub.
 */
export function readDockerfile(text: string): (Finding | Unresolved)[] {
  // Without a line break at the end, its time for a comment in the first line is not linear.
  const instructions = DockerfileParser.parse(`${text}\n`).getInstructions()
  const lines = text.split('\n')
  const last = instructions.findLastIndex((instruction) => instruction instanceof From)
  // Only variables before the first stage count in `FROM`.
  const first = instructions.findIndex((instruction) => instruction instanceof From)
  const values = valuesOf(instructions.slice(0, Math.max(0, first)))
  const stages = new Set(['scratch'])
  return instructions.flatMap((instruction, place) => {
    if (instruction instanceof Run)
      return commandsOf(instruction, lines).flatMap((words) => installedBy(words))
    const { line } = instruction.getRange().start
    const kind = place < last ? 'build_image' : 'image'
    if (instruction instanceof Copy) {
      const from = instruction.getFromFlag()?.getValue() ?? ''
      // Stages, and contexts that the command names, have neither a registry nor a tag.
      return /[/:]/.test(from) ? imageIn(from, line + 1, kind, values) : []
    }
    if (!(instruction instanceof From)) return []
    const image = (instruction.getImage() ?? '').replace(/^["']|["']$/g, '')
    const isStage = stages.has(expanded(image, values).toLowerCase())
    const stage = instruction.getBuildStage()?.toLowerCase() ?? 'scratch'
    // `build-${TARGETARCH}` names one of the stages `build-amd64` and `build-arm64`.
    stages.add(stage).add(stage.replace(/(?<=[-_.])[^-_.]+$/, elsewhere))
    if (isStage) return []
    const { start } = instruction.getImageRange() ?? instruction.getRange()
    return imageIn(image, start.line + 1, kind, values)
  })
}

function valuesOf(instructions: readonly Instruction[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const arg of instructions)
    for (const property of arg instanceof Arg ? arg.getProperties() : []) {
      const value = property.getValue()
      const result = expanded(value ?? '', values)
      // A longer value is no part of an image name. Each `FROM` may repeat it: this bounds memory.
      if (value === null || result.length > longestReference) values.delete(property.getName())
      else values.set(property.getName(), result)
    }
  return values
}

function commandsOf(run: Run, lines: readonly string[]): Word[][] {
  const heredocs = run.getHeredocs().flatMap((heredoc) => heredoc.getContentRange() ?? [])
  const { line: first, character } = run.getInstructionRange().end
  const end = heredocs[0]?.start.line ?? run.getRange().end.line + 1
  const head = lines.slice(first, end)
  head[0] = head[0]!.slice(character)
  // Comments and empty lines do not end a command that goes on in the next line.
  const code = head.map((line) => (/^\s*#/.test(line) ? '' : line.trimEnd().replace(/[\\`]$/, '')))
  // A list of words is run without a shell.
  const isList = Array.isArray(attempt(() => JSON.parse(code.join(' '))))
  if (isList) return [stringsIn(code, first + 1)]
  const commands = shellCommands(code.join('\\\n'), first + 1)
  if (!isScriptReader(commands)) return commands
  const scripts = heredocs.map((range) => lines.slice(range.start.line, range.end.line + 1))
  return scripts.reduce((all, script, place) => {
    const isOther = /^#!(?!.*\b(?:ba|da|z|k)?sh\b)/.test(script[0] ?? '')
    const line = heredocs[place]!.start.line + 1
    return isOther ? all : [...all, ...shellCommands(script.join('\n'), line)]
  }, commands)
}

function stringsIn(lines: readonly string[], first: number): Word[] {
  return lines.flatMap((line, index) =>
    [...line.matchAll(/"(?:[^"\\]|\\.)*"?/g)].map(([string]) => {
      return { text: String(JSON.parse(string)), line: first + index }
    }),
  )
}
