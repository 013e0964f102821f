import { PassThrough } from 'node:stream'
import { emitKeypressEvents } from 'node:readline'
import { expect, it } from 'vitest'
import { keyNames, typedAhead } from './terminal.ts'

/** What a terminal that sends these bytes at once is taken to mean. */
function pressed(bytes: string): string[] {
  const input = new PassThrough()
  const names: string[] = []
  emitKeypressEvents(input)
  input.on('keypress', (letter, key) => names.push(...keyNames(letter, key)))
  input.emit('data', Buffer.from(bytes))
  return names
}

it.each([
  { title: 'letters and marks', bytes: 'aR?/', is: ['a', 'R', '?', '/'] },
  { title: 'Enter and a digit', bytes: '\r1', is: ['enter', '1'] },
  { title: 'an arrow and Home', bytes: '\u001b[A\u001b[H', is: ['up', 'home'] },
  { title: 'Ctrl-C', bytes: '\u0003', is: ['ctrl-c'] },
  { title: 'Escape and a letter behind it', bytes: '\u001bs', is: ['escape', 's'] },
  { title: 'Escape and Enter behind it', bytes: '\u001b\r', is: ['escape', 'enter'] },
])('$title are the keys that were pressed', ({ bytes, is }) => {
  expect(pressed(bytes)).toEqual(is)
})

it.each([
  { keys: ['N', 'o', 'space', 'w', 'enter', 'a'], is: { text: 'No w', end: 'enter', rest: ['a'] } },
  { keys: ['x', 'y', 'backspace', 'up'], is: { text: 'x', end: null, rest: [] } },
  { keys: ['x', 'escape', 'q'], is: { text: 'x', end: 'escape', rest: ['q'] } },
  { keys: [], is: { text: '', end: null, rest: [] } },
])('$keys are an answer that was typed before its question', ({ keys, is }) => {
  expect(typedAhead(keys)).toEqual(is)
})
