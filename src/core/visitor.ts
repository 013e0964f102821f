import { createHmac } from 'node:crypto'

/** A keyed hash of these parts that changes daily; stored instead of the address of a visitor. */
export function dailyKey(secret: string, day: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['view', day, ...parts]))
    .digest('base64url')
    .slice(0, 22)
}

/** The day of a moment, in UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Parts of the `User-Agent` of programs: kinds, monitors, previews, HTTP clients, and addresses. */
const programs = new RegExp(
  [
    // CUBOT is a brand of phones.
    '(?<!cu)bot|crawl|spider|slurp|scrape|scrapy|archive|httrack|mediapartners|feed',
    'preview|externalhit|embedly|whatsapp|inspectiontool|lighthouse|pagespeed|gtmetrix',
    'validator|checker|scanner|monitor|uptime|pingdom|statuscake|site24x7|datadog|newrelic',
    'headless|phantomjs|puppeteer|playwright|jsdom|chatgpt|claude|perplexity|anthropic',
    'curl|wget|httpie|postman|insomnia|python|aiohttp|httpx|urllib|libwww|lwp-|^ruby|\\bphp|guzzle',
    '^node|node-fetch|undici|axios|java/|http-?client|okhttp|go-http|dart:|reqwest',
    '://',
  ].join('|'),
  'i',
)

/** Headers by which browsers announce a prefetch. */
const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/**
 * Whether a person on a page of ours probably loads the image that counts a view. Missing headers do
 * not count against old browsers.
 */
export function isPersonLooking(headers: Headers): boolean {
  const agent = headers.get('user-agent') ?? ''
  if (agent === '' || programs.test(agent)) return false
  if (purposes.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? '')))
    return false
  // Other sites must not raise a count by embedding the image.
  return (
    (headers.get('sec-fetch-dest') ?? 'image') === 'image' &&
    (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  )
}
