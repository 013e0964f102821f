import { expect, it } from 'vitest'
import { pictureView } from './listing-pictures.ts'

const picture = {
  file: 'acme-1.webp',
  alt: 'A list of runs.',
  source: `https://github.com/acme/app/blob/${'ab12'.repeat(10)}/docs/a.png`,
  width: 1_600,
  height: 800,
  small: 'acme-1.0123456789ab.webp',
}

it('a picture is small and leads to the large one, with the commit that it is from', () => {
  expect(pictureView(picture)).toEqual({
    href: '/pictures/acme-1.webp',
    src: '/pictures/acme-1.0123456789ab.webp',
    alt: 'A list of runs.',
    width: 1_600,
    height: 800,
    from: { text: 'From app at ab12ab1', href: picture.source },
  })
})

it('a picture without a smaller one shows itself', () => {
  expect(pictureView({ ...picture, small: null }).src).toBe('/pictures/acme-1.webp')
})

it.each([
  [null, 'From its owner'],
  ['https://acme.example/press/a.png', 'From acme.example'],
  [`https://gitlab.com/acme/app/-/blob/${'c'.repeat(40)}/a.png`, 'From app at ccccccc'],
  [`https://codeberg.org/acme/app/src/commit/${'d'.repeat(40)}/a.png`, 'From app at ddddddd'],
])('the source %s is named', (source, text) => {
  expect(pictureView({ ...picture, source }).from.text).toBe(text)
})
