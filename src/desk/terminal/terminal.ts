import { type Key, emitKeypressEvents } from 'node:readline'
import { styleText } from 'node:util'
import { setImmediate } from 'node:timers/promises'
import { isCancel, text } from '@clack/prompts'
import { askLine } from '#desk/ask-line.ts'
import { isQuiet } from '#desk/listing-lines.ts'
import { wrapped } from '#authoring/terminal-text.ts'
import { browse, linked } from './browse.ts'
import type { Terminal } from './desk.ts'

/** The most keys that wait: no editor plans further ahead, and a key that is held down ends. */
const mostKeys = 64

const names: Readonly<Record<string, string>> = { return: 'enter', linefeed: 'enter' }

/** Opens the terminal of this process. `close` restores its mode. */
export function openTerminal(): Terminal & { close: () => void } {
  const { stdin, stdout } = process
  const isDumb = process.env['TERM'] === 'dumb'
  const pressed: string[] = []
  let wake: (() => void) | undefined

  const onKey = (letter: string | undefined, key: Key) => {
    const some = keyNames(letter, key)
    if (some.includes('ctrl-c') || pressed.length < mostKeys) pressed.push(...some)
    wake?.()
  }
  // While work is done or a text is typed, the next screen has the new size anyway.
  const onResize = () => {
    if (wake && !pressed.includes('resize')) pressed.push('resize')
    wake?.()
  }
  const onEnd = () => onKey(undefined, { name: 'd', ctrl: true })
  const listen = () => {
    stdin.setRawMode(true)
    stdin.on('keypress', onKey)
    stdin.on('end', onEnd)
    stdout.on('resize', onResize)
    stdin.resume()
  }
  const leave = () => {
    stdin.off('keypress', onKey)
    stdin.off('end', onEnd)
    stdout.off('resize', onResize)
    stdin.setRawMode(false)
  }
  emitKeypressEvents(stdin)
  listen()
  return {
    size: () => ({ width: Math.min(stdout.columns || 80, 120), height: stdout.rows || 24 }),
    show: (lines, link) => {
      const clear = isDumb ? '\n' : '\u001b[H\u001b[2J'
      const shown = lines.map((line) => {
        if (isQuiet(line)) return styleText('dim', line, { stream: stdout })
        return isDumb || link === undefined ? line : linked(line, link)
      })
      // No line break after the last line: it would scroll the screen.
      stdout.write(clear + shown.join('\n'))
    },
    key: async () => {
      while (pressed.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      wake = undefined
      return pressed.shift()!
    },
    type: async (about, initial) => {
      const { text: ahead, end, rest } = typedAhead(pressed.splice(0))
      pressed.push(...rest)
      if (end) return end === 'enter' ? initial + ahead : null
      leave()
      stdout.write('\n')
      try {
        const begun = initial + ahead
        return await (isDumb ? typePlainly(about, begun) : typeWithCursor(about, begun))
      } finally {
        listen()
      }
    },
    forgetKeys: async () => {
      // Waits one turn, so that keys that the terminal has buffered are read, too.
      await setImmediate()
      pressed.splice(0)
    },
    browse,
    close: () => {
      leave()
      stdout.write('\n')
      stdin.pause()
    },
  }
}

/**
 * The names of pressed keys. Escape and a key right after it arrive as one sequence, which is also
 * how terminals send Alt; here it counts as two keys.
 */
export function keyNames(letter: string | undefined, key: Key): string[] {
  const { name, ctrl, sequence = '' } = key
  if (sequence === '\u001b\u001b') return ['escape', 'escape']
  if (sequence.length === 2 && sequence.startsWith('\u001b')) {
    const second = sequence.slice(1)
    return ['escape', ...keyNames(second, { ...key, sequence: second })]
  }
  if (ctrl && name) return [`ctrl-${name}`]
  // Printable characters are their own names: Node has no name for `?`, for example.
  const isPrinted = letter !== undefined && /^[\x21-\x7e]$/.test(letter)
  return [isPrinted ? letter : (names[name ?? ''] ?? name ?? sequence)]
}

/**
 * What was typed for an answer before its question came up. Without Enter or Escape it is the
 * beginning of the answer. `rest` are the keys behind the answer.
 */
export function typedAhead(keys: readonly string[]): {
  text: string
  end: 'enter' | 'escape' | null
  rest: readonly string[]
} {
  const isEnd = (key: string) => key === 'enter' || key === 'escape'
  const at = keys.findIndex(isEnd)
  const typed = at < 0 ? keys : keys.slice(0, at)
  const letters: string[] = []
  for (const key of typed) {
    if (key === 'backspace') letters.pop()
    else if (key === 'space') letters.push(' ')
    // Other keys, such as arrows, have longer names.
    else if ([...key].length === 1) letters.push(key)
  }
  const end = at < 0 ? null : keys[at] === 'enter' ? 'enter' : 'escape'
  return { text: letters.join(''), end, rest: at < 0 ? [] : keys.slice(at + 1) }
}

async function typeWithCursor(about: string, initial: string): Promise<string | null> {
  const typed = await text({ message: about, initialValue: initial })
  return isCancel(typed) ? null : (typed ?? '')
}

// A terminal that cannot edit lines (TERM=dumb): an empty answer keeps the initial text.
async function typePlainly(about: string, initial: string): Promise<string | null> {
  const now = initial === '' ? [] : wrapped(`now: ${initial}`, 80)
  const prompt = [...now, about, '> '].join('\n')
  const line = await askLine(prompt, { output: process.stdout, terminal: false })
  return line === undefined ? null : line || initial
}
