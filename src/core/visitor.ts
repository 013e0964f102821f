import { createHmac } from 'node:crypto'

/**
 * A name for these parts that changes daily and that nobody can make without the secret: what is
 * kept of a visitor in the place of an address.
 */
export function dailyKey(secret: string, day: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['view', day, ...parts]))
    .digest('base64url')
    .slice(0, 22)
}

/** The day of a moment, in UTC: one for all instances and visitors. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/**
 * What programs say in their `User-Agent` and browsers of people do not: what they are, who watches
 * and previews sites, what they are written with, and an address that explains them.
 */
const programs = new RegExp(
  [
    // CUBOT makes telephones.
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

/** Where browsers say that they load ahead of a person who may never look. */
const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/**
 * Whether the image of a view is asked for by a page of ours that a person looks at, as far as one
 * can tell. What old browsers do not send cannot speak against them.
 */
export function isPersonLooking(headers: Headers): boolean {
  const agent = headers.get('user-agent') ?? ''
  if (agent === '' || programs.test(agent)) return false
  if (purposes.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? '')))
    return false
  // Who shows the image on a page of their own must not be the more popular for it.
  return (
    (headers.get('sec-fetch-dest') ?? 'image') === 'image' &&
    (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  )
}
