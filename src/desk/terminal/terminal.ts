import { createInterface, emitKeypressEvents, type Key } from 'node:readline'
import { styleText } from 'node:util'
import { setImmediate } from 'node:timers/promises'
import { isCancel, text } from '@clack/prompts'
import { isQuiet } from '#desk/listing-lines.ts'
import { wrapped } from '#desk/terminal-text.ts'
import type { Terminal } from './desk.ts'

const names: Readonly<Record<string, string>> = { return: 'enter', linefeed: 'enter' }

/** The terminal that this process was started on. Closed, it is as it was before. */
export function openTerminal(): Terminal & { close: () => void } {
  const { stdin, stdout } = process
  const isDumb = process.env['TERM'] === 'dumb'
  const pressed: string[] = []
  let waiting: ((key: string) => void) | undefined

  const take = (key: string) => {
    const first = waiting
    waiting = undefined
    if (first) first(key)
    else pressed.push(key)
  }
  const onKey = (letter: string | undefined, key: Key) => {
    for (const name of keyNames(letter, key)) take(name)
  }
  const onEnd = () => take('ctrl-d')
  const listen = () => {
    stdin.setRawMode(true)
    stdin.on('keypress', onKey)
    stdin.on('end', onEnd)
    stdin.resume()
  }
  const leave = () => {
    stdin.off('keypress', onKey)
    stdin.off('end', onEnd)
    stdin.setRawMode(false)
  }
  emitKeypressEvents(stdin)
  listen()
  return {
    size: () => ({ width: Math.min(stdout.columns || 80, 120), height: stdout.rows || 24 }),
    show: (lines) => {
      // From the upper left, and nothing left of what was there before.
      const clear = isDumb ? '\n' : '\u001b[H\u001b[2J'
      const shown = lines.map((line) =>
        isQuiet(line) ? styleText('dim', line, { stream: stdout }) : line,
      )
      // Without a line break at the end the last row of the terminal is used, too.
      stdout.write(clear + shown.join('\n'))
    },
    key: () =>
      new Promise((resolve) => {
        const next = pressed.shift()
        if (next === undefined) waiting = resolve
        else resolve(next)
      }),
    type: async (about, initial) => {
      leave()
      stdout.write('\n')
      try {
        return await (isDumb ? typePlainly(about, initial) : typeWithCursor(about, initial))
      } finally {
        listen()
      }
    },
    forgetKeys: async () => {
      // What the terminal holds for us was pressed before, too.
      await setImmediate()
      pressed.splice(0)
    },
    close: () => {
      leave()
      stdout.write('\n')
      stdin.pause()
    },
  }
}

/**
 * The keys that were pressed. Escape and a key that comes quickly after it arrive as one sequence,
 * which terminals send for Alt as well: they are two keys.
 */
export function keyNames(letter: string | undefined, key: Key): string[] {
  const { name, ctrl, sequence = '' } = key
  if (sequence === '\u001b\u001b') return ['escape', 'escape']
  if (sequence.length === 2 && sequence.startsWith('\u001b')) {
    const second = sequence.slice(1)
    return ['escape', ...keyNames(second, { ...key, sequence: second })]
  }
  if (ctrl && name) return [`ctrl-${name}`]
  // What is printed says more than the name of its key: `?` has none.
  const isPrinted = letter !== undefined && /^[\x21-\x7e]$/.test(letter)
  return [isPrinted ? letter : (names[name ?? ''] ?? name ?? sequence)]
}

async function typeWithCursor(about: string, initial: string): Promise<string | null> {
  const typed = await text({ message: about, initialValue: initial })
  return isCancel(typed) ? null : (typed ?? '')
}

// A terminal that moves no cursor: the line comes as the terminal hands it over.
function typePlainly(about: string, initial: string): Promise<string | null> {
  const { stdin, stdout } = process
  const asked = createInterface({ input: stdin, output: stdout, terminal: false })
  const before = initial === '' ? [] : wrapped(`now: ${initial}`, 80)
  stdout.write(`${[...before, about, '> '].join('\n')}`)
  return new Promise((resolve) => {
    asked.once('line', (line) => {
      resolve(line === '' && initial !== '' ? initial : line)
      asked.close()
    })
    asked.once('close', () => resolve(null))
  })
}
