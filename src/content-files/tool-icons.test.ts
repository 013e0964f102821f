import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { toolIcons } from './tool-icons.ts'

const root = path.resolve(import.meta.dirname, '../..')
const iconsOf = (icons: Record<string, string>) =>
  toolIcons(
    root,
    Object.entries(icons).map(([slug, icon]) => ({ slug, file: `${slug}.yaml`, value: { icon } })),
  )

it('an icon is read from each collection, in the colours of the brand', () => {
  const { icons, problems } = iconsOf({
    python: 'simple-icons/python',
    nextjs: 'simple-icons/nextdotjs',
    exa: 'lobehub/exa-color',
    openai: 'lobehub/openai',
    twilio: 'logos/twilio-icon',
    dolt: 'logos/dolt',
  })
  expect(problems).toEqual([])
  const drawn = Object.entries(icons).map(([slug, { attributes, shapes }]) => {
    expect(shapes).toMatch(/^<(?:path|g)\b/)
    const fill = /fill="(?:#[^"]+|currentColor)"/
    return [slug, /viewBox="[^"]+"/.exec(attributes)![0], fill.exec(shapes + attributes)![0]]
  })
  expect(drawn).toEqual([
    ['python', 'viewBox="0 0 24 24"', 'fill="#3776AB"'],
    ['nextjs', 'viewBox="0 0 24 24"', 'fill="currentColor"'],
    ['exa', 'viewBox="0 0 24 24"', 'fill="#1F40ED"'],
    ['openai', 'viewBox="0 0 24 24"', 'fill="currentColor"'],
    ['twilio', 'viewBox="0 0 256 256"', 'fill="#f12e45"'],
    ['dolt', 'viewBox="0 0 512 174.067"', 'fill="#29e3c1"'],
  ])
})

it('an icon that does not exist or has more than shapes is a problem of the field', () => {
  const { icons, problems } = iconsOf({
    a: 'simple-icons/no-icon',
    b: 'lobehub/no-icon',
    c: 'logos/no-icon',
    d: 'lobehub/lobehub-color',
  })
  expect(icons).toEqual({})
  expect(problems).toEqual([
    'a.yaml: icon: simple-icons/no-icon does not exist',
    'b.yaml: icon: lobehub/no-icon does not exist',
    'c.yaml: icon: logos/no-icon does not exist',
    'd.yaml: icon: lobehub/lobehub-color has more than shapes',
  ])
})

it('a licence of the icon itself needs a line in the credits', () => {
  expect(iconsOf({ other: 'simple-icons/ruby', kettle: 'simple-icons/keycloak' }).problems).toEqual(
    [
      'other.yaml: icon: no line of public/icons/CREDITS.txt has other.svg and CC-BY-SA-2.5',
      'kettle.yaml: icon: no line of public/icons/CREDITS.txt has kettle.svg and https://www.linuxfoundation.org/legal/trademark-usage',
    ],
  )
})

it('the credits name each package', async () => {
  const credits = await readFile(path.join(root, 'public/icons/CREDITS.txt'), 'utf8')
  for (const name of ['simple-icons', '@lobehub/icons-static-svg', '@iconify-json/logos']) {
    const { license } = JSON.parse(
      await readFile(path.join(root, 'node_modules', name, 'package.json'), 'utf8'),
    ) as { license: string }
    expect(credits).toMatch(new RegExp(`^  ${name} .*, ${license}`, 'm'))
  }
})
