import { expect, it } from 'vitest'
import { contentOnce } from '#testing/content.ts'
import { familiesOf } from '#core/topics.ts'
import { bandOf, faceOf } from './face.ts'

const families = { voice: 'voice', crm: 'people' } as const
const face = (slug: string, ...topics: string[]) => faceOf({ slug, topics }, families)
const shapesOf = (text: string) => text.match(/M[^M"]+z/g)!.toSorted()

it('the slug gives the shapes, and the first topic the colours', () => {
  expect(face('quill', 'voice')).toBe(face('quill', 'voice', 'crm'))
  expect(face('quill', 'voice')).not.toBe(face('quill', 'crm'))
  expect(shapesOf(face('quill', 'voice'))).toEqual(shapesOf(face('quill', 'crm')))
  expect(shapesOf(face('quill', 'voice'))).not.toEqual(shapesOf(face('letters', 'voice')))
})

it('a record without a topic, or with one that is gone, has a grey face', () => {
  const colours = (text: string) => text.match(/#\w{3}/g)!
  expect(face('quill', 'gone')).toBe(face('quill'))
  expect(
    colours(face('quill')).every((colour) => '#344 #677 #aaa #ddd #bbc'.includes(colour)),
  ).toBe(true)
})

it('every listing of content/ has a face of its own, of small plain paths', async () => {
  const { listings, topics } = await contentOnce()
  const faces = listings.map(({ slug, value }) =>
    faceOf({ slug, topics: value.topics }, familiesOf(topics)),
  )
  expect(new Set(faces).size).toBe(listings.length)
  for (const one of faces) {
    expect(one).toMatch(/^(?:<path fill="#[0-9a-f]{3}" d="[MHVhvalmz0-9 .-]+"\/>){4}$/)
    expect(one.length).toBeLessThan(300)
  }
})

it('a band has a cell for each column and row, in five colours and within its box', () => {
  const band = bandOf({ slug: 'quill', topics: ['voice'] }, families, 3, 7)
  expect(band.match(/<path/g)).toHaveLength(6)
  expect(shapesOf(band).length).toBeGreaterThan(21)
  const starts = [...band.matchAll(/M([\d.]+) ([\d.]+)/g)]
  expect(Math.max(...starts.map(([, x]) => Number(x)))).toBeLessThanOrEqual(6)
  expect(Math.max(...starts.map(([, , y]) => Number(y)))).toBeLessThanOrEqual(14)
})
