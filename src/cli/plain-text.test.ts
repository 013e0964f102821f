import { expect, it } from 'vitest'
import { fenceNotice, fenced } from '#mcp/fenced.ts'
import { plainText } from './plain-text.ts'

it('a terminal gets no fences, no notice about them, and no control characters', () => {
  const text = `1 result.\n${fenceNotice}\n- a ${fenced('Red\u001b[31m and \u202eback')}\nSite: ${fenced('x')}\n`
  expect(plainText(text)).toBe('1 result.\n- a\n  Red[31m and back\nSite: x\n')
})
