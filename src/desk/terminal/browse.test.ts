import { expect, it } from 'vitest'
import { browse, linked } from './browse.ts'

it('a program opens the address, and its failure or absence is told', async () => {
  const node = process.execPath
  const script = (code: string) => browse('https://acme.example/a?b=c d', [node, '-e', code, '--'])
  const isPassed = 'process.exit(process.argv[1] === "https://acme.example/a?b=c%20d" ? 0 : 1)'
  expect(await script(isPassed)).toBe(true)
  expect(await script('process.exit(3)')).toBe(false)
  expect(await browse('https://acme.example', ['/no/such/program'])).toBe(false)
})

it.each(['file:///etc/passwd', 'javascript:alert(1)', '--help', '-o/tmp/x https://a.example', ''])(
  'nothing but a web address is opened: %j',
  async (address) => {
    expect(await browse(address, [process.execPath, '-e', ''])).toBe(false)
  },
)

it('an address is a link where it stands whole', () => {
  const url = 'https://acme.example/a'
  const link = `\u001b]8;;${url}\u001b\\${url}\u001b]8;;\u001b\\`
  expect(linked(`url ${url}`, url)).toBe(`url ${link}`)
  expect(linked(`url ${url} (200)`, url)).toBe(`url ${link} (200)`)
  expect(linked(`url ${url}/b`, url)).toBe(`url ${url}/b`)
  expect(linked('url javascript:x', 'javascript:x')).toBe('url javascript:x')
})
