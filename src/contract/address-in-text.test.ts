import { readFile, readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { load } from 'js-yaml'
import { holdsAddress } from './address-in-text.ts'

it.each([
  'Claim your prize http://evil.example/win now',
  'HTTPS://EVIL.EXAMPLE',
  'ftp://files.example',
  'http:evil.example',
  'Write to mailto:ada@evil.example',
  'Call tel:+18005550100',
  'sms:12345',
  'www.evil.example',
  'Acme (www.evil.example)',
  'evil.example/win',
  'Win at evil.example/win!',
  'sub.evil.example/a',
  'evil.example?win=1',
  'evil.example#win',
  'evil.example:8080',
  'xn--bcher-kva.example/win',
  'пример.рф/приз',
  'उदाहरण.भारत/जीत',
  // The marks that browsers read as a dot, a slash and a colon.
  'evil．example／win',
  'evil。example/win',
  'https：／／evil.example',
  // Nobody sees the joiner.
  'evil.\u200dexample/win',
  'ada@evil.example',
  'Ada <ada@mail.evil.example>',
])('%s holds an address', (text) => {
  expect(holdsAddress(text)).toBe(true)
})

it.each([
  'Cal.com',
  'Node.js',
  'n8n.io',
  'Booking.com: hotels',
  'Is it Next.js?',
  'Next.js / React',
  'AC/DC tools',
  'TCP/IP',
  '24/7 Support',
  'v2.0/Beta',
  'CI/CD for A/B tests',
  'and/or',
  'ASP.NET',
  'C++ & C#',
  '.NET',
  'Mail@Work',
  '@acme/cli',
  'Yahoo!',
  'HTTP: the guide',
  'The AI Scientist-v2',
  'Which? Magazine',
  'K8s: Day 2',
  'e.g. Labs',
  'St. Mary’s',
  'Dr.Web',
  'Hotel: 5 stars',
  'WWW Consortium',
  'Ünïcode 🦊 株式会社',
])('%s is a name', (text) => {
  expect(holdsAddress(text)).toBe(false)
})

it.each(['content/listings', 'content/tools'])('every name in %s is a name', async (folder) => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'))
  const names = await Promise.all(
    files.map(
      async (file) => (load(await readFile(`${folder}/${file}`, 'utf8')) as { name: string }).name,
    ),
  )
  expect(names.length).toBeGreaterThan(200)
  expect(names.filter(holdsAddress)).toEqual([])
})
