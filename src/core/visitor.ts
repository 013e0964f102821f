import { createHmac } from 'node:crypto'

/** A keyed hash of these parts that changes daily; stored instead of a visitor's IP address. */
export function dailyKey(secret: string, day: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['view', day, ...parts]))
    .digest('base64url')
    .slice(0, 22)
}

/** The UTC day of a point in time, such as 2026-05-18. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/**
 * Texts in the `User-Agent` header of programs, which browsers never send: names of crawlers,
 * previews, monitors and HTTP clients, and any URL.
 */
const programs = new RegExp(
  [
    // `(?<!cu)`: CUBOT is a brand of phones, not a bot.
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

/** Request headers in which browsers announce a prefetch. */
const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/**
 * Whether a person who looks at a page of this site probably sent a request for the view-counting
 * image. Missing headers are accepted: old browsers do not send them.
 */
export function isPersonLooking(headers: Headers): boolean {
  const agent = headers.get('user-agent') ?? ''
  if (agent === '' || programs.test(agent)) return false
  if (purposes.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? '')))
    return false
  // Other sites must not be able to raise a count by embedding the image.
  return (
    (headers.get('sec-fetch-dest') ?? 'image') === 'image' &&
    (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  )
}
