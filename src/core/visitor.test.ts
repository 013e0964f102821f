import { describe, expect, it } from 'vitest'
import { dailyKey, dayOf, isPersonLooking } from './visitor.ts'

const secret = 'a secret of at least 32 characters, for tests'
const parts = ['acme', '203.0.113.7', 'Mozilla/5.0'] as const

describe('dailyKey', () => {
  const key = dailyKey(secret, '2026-11-01', ...parts)

  it('is the same for the same visitor, listing and day, and says nothing of them', () => {
    expect(dailyKey(secret, '2026-11-01', ...parts)).toBe(key)
    expect(key).toMatch(/^[\w-]{22}$/)
  })

  it.each([
    ['on another day', dailyKey(secret, '2026-11-02', ...parts)],
    ['under another secret', dailyKey(`${secret}.`, '2026-11-01', ...parts)],
    ['for another listing', dailyKey(secret, '2026-11-01', 'other', parts[1], parts[2])],
    ['from another address', dailyKey(secret, '2026-11-01', parts[0], '203.0.113.8', parts[2])],
    ['with another browser', dailyKey(secret, '2026-11-01', parts[0], parts[1], 'Opera/9.80')],
    ['when a part ends elsewhere', dailyKey(secret, '2026-11-01', 'acme2', '03.0.113.7', parts[2])],
  ])('is another %s', (_, other) => {
    expect(other).toMatch(/^[\w-]{22}$/)
    expect(other).not.toBe(key)
  })
})

describe('dayOf', () => {
  it.each([
    ['2026-11-01T23:59:59.999Z', '2026-11-01'],
    ['2026-11-02T00:00:00.000Z', '2026-11-02'],
    ['2026-11-02T01:30:00+02:00', '2026-11-01'],
  ])('%s is in %s', (moment, day) => expect(dayOf(new Date(moment))).toBe(day))
})

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const looks = (sent: Record<string, string>) => isPersonLooking(new Headers(sent))

describe('a person looks', () => {
  it.each([
    chrome,
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15 Ddg/18.6',
    'Opera/9.80 (Android; Opera Mini/77.0.2254/191.303; U; en) Presto/2.12.423 Version/12.16',
    'Mozilla/5.0 (Linux; U; Linux; QtEmbedded) AppleWebKit/534.34 (KHTML, like Gecko) Safari/534.34',
  ])('with %s', (agent) => expect(looks({ 'user-agent': agent })).toBe(true))

  it('on a page of ours, as browsers say that send what they fetch and for whom', () => {
    const sent = { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' }
    expect(looks({ 'user-agent': chrome, ...sent })).toBe(true)
  })
})

describe('no person looks', () => {
  it.each([
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp)',
    'Mozilla/5.0 (compatible; Baiduspider-render/2.0)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Chrome-Lighthouse',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'Mozilla/5.0 (compatible; SomethingNew; +https://something.example/about)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.24.1 A',
    'Mozilla/5.0 (compatible; UptimeRobot/2.0)',
    'Pingdom.com_bot_version_1.4',
    'DatadogSynthetics',
    'curl/8.15.0',
    'Wget/1.25.0',
    'python-requests/2.32.5',
    'Python-urllib/3.13',
    'node',
    'node-fetch/1.0',
    'undici',
    'axios/1.12.2',
    'Go-http-client/2.0',
    'Java/21.0.8',
    'Apache-HttpClient/5.5 (Java/21)',
    'okhttp/5.1.0',
    'libwww-perl/6.80',
    'Ruby',
    'PHP/8.4',
    '',
  ])('with the user agent %j', (agent) => expect(looks({ 'user-agent': agent })).toBe(false))

  it('without a user agent', () => expect(looks({})).toBe(false))

  it.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
    ['x-purpose', 'preview'],
    ['sec-fetch-dest', 'document'],
    ['sec-fetch-dest', 'empty'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['sec-fetch-site', 'none'],
  ])('when %s is %s', (name, value) =>
    expect(looks({ 'user-agent': chrome, [name]: value })).toBe(false),
  )
})
