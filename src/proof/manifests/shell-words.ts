/** A word of a shell command, without its quotes, with its line. */
export interface Word {
  text: string
  line: number
}

// An unterminated string matches to the end of the text, so that each character is read only once.
const tokens =
  /(?<gap>(?:\\\n|[^\S\n])+)|(?<comment>(?<![^\s;&|()])#(?:\\\n|[^\n])*)|(?<redirect>&>>?|\d*(?:<<?<?-?|>[>&|]?))|(?<end>[;&|()`\n])|'(?<single>[^']*)'?|"(?<double>(?:\\[^]|[^"\\])*)"?|(?<plain>\\[^]?|[^\s'"\\;&|()<>`]+)/g

/** The commands of a shell script that starts at a line, each as its words. */
export function shellCommands(script: string, line: number): Word[][] {
  let command: Word[] = []
  const commands = [command]
  /** The commands around `(…)` and `$(…)`, which go on after it. */
  const around: Word[][] = []
  let word: Word | undefined
  /** Whether the next word is a file that a redirection names. */
  let isFile = false
  for (const { 0: token, groups: of = {} } of script.matchAll(tokens)) {
    const part =
      of['single'] ??
      of['double']?.replace(/\\(?:\n|(["\\`]))/g, '$1') ??
      of['plain']?.replace(/^\\/, '')
    if (part !== undefined && word) word.text += part
    else if (part !== undefined) {
      word = { text: part, line }
      if (!isFile) command.push(word)
      isFile = false
    } else {
      word = undefined
      isFile = of['redirect'] !== undefined
      if (token === '(') around.push(command)
      if (of['end'] !== undefined) {
        const goesOn = token === ')' ? around.pop() : undefined
        command = goesOn ?? []
        if (!goesOn) commands.push(command)
      }
    }
    for (const character of token) if (character === '\n') line++
  }
  return commands
}
