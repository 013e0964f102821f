import { expect, it } from 'vitest'
import { monogram } from './monogram.ts'

it.each([
  ['langflow', 'Langflow', 'La'],
  ['deerflow', 'DeerFlow', 'DF'],
  ['open-notebook', 'Open Notebook', 'ON'],
  ['n8n', 'n8n', 'N8'],
  ['x', '!?', 'X'],
  ['ho', '北京 Agent', '北A'],
])('the monogram of %s, %s, is %s', (slug, name, letters) => {
  expect(monogram({ slug, name }).letters).toBe(letters)
})

it('a listing has the same tone everywhere, and listings have all tones', () => {
  const tones = Array.from({ length: 200 }, (_, n) => monogram({ slug: `p-${n}`, name: 'P' }).tone)
  expect(new Set(tones).size).toBe(8)
  expect(monogram({ slug: 'p-1', name: 'Q' }).tone).toBe(tones[1])
})
