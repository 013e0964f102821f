import { expect, it } from 'vitest'
import { withInk } from './icon-ink.ts'

it.each([
  ['black', ['#000000'], ['currentColor']],
  ['nearly black', ['#0B0D0E', '#111'], ['currentColor', 'currentColor']],
  ['a dark green', ['#092E20'], ['currentColor']],
  ['white', ['#fff'], ['currentColor']],
  ['a colour', ['#E10098'], ['#E10098']],
  ['yellow', ['#FFF000'], ['#FFF000']],
  ['black beside a colour', ['#000', '#0ADDF8'], ['currentColor', '#0ADDF8']],
  ['white on a colour', ['#ff4500', '#ffffff'], ['#ff4500', '#ffffff']],
  ['white on black', ['#000', '#fff'], ['#000', '#fff']],
])('an icon in %s is seen in both colour schemes', (_, before, after) => {
  const [root, ...others] = before.map((fill) => `fill="${fill}"`)
  const shapes = others.map((fill) => `<path ${fill}/>`).join('')
  const { attributes, shapes: drawn } = withInk({ attributes: root!, shapes })
  const fills = `${attributes}${drawn}`.match(/(?<=fill=")[^"]+/g)
  expect(fills).toEqual(after)
})

it('ids that look like colours stay', () => {
  const icon = { attributes: 'fill="url(#000)"', shapes: '<use href="#000"/>' }
  expect(withInk(icon)).toEqual(icon)
})
