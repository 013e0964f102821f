/** Every number that the API promises or defends itself with. Lengths count Unicode code points. */
export const limits = {
  /** Spec, Limits: products 1 to 48, default 24; offset at least 0. */
  products: { min: 1, max: 48, default: 24, mcp_default: 6 },
  /** Decision, Search: 1 to 50, default 20; "A query over 200 characters is a 400". */
  search: { min: 1, max: 50, default: 20 },
  search_query: 200,
  /** Spec, Limits: recommend 1 to 24, default 10. */
  recommend: { min: 1, max: 24, default: 10, mcp_default: 3, task: 500 },
  stack: 2000,
  /** Issue 10: what `list_tools` finds stays within 12,000 characters. The whole list is longer. */
  tools_found: 45,
  /** Spec, Limits: changelog 1 to 100, default 50. */
  changelog: { min: 1, max: 100, default: 50, mcp_default: 20 },
  name: 80,
  email: 254,
  url: 2048,
  founder_name: 80,
  founder_twitter: 30,
  description: 240,
  qualification_statement: 180,
  workflow_summary: 500,
  custom_tools: { entries: 10, length: 40 },
  agent_tools_used: { entries: 8, length: 60 },
  examples: { entries: 40, length: 60 },
  /** Topics of a listing or a tool, at most. */
  topics: 3,
  supporting_links: { entries: 4 },
  slug: 60,
  referral_code: 40,
  idempotency_key: 255,
  /** Spec, Limits: status polling at most once per 300 seconds. */
  polling_interval_seconds: 300,
  /** Characters of a query as it is sent; percent-encoded, the longest that the bounds above take. */
  address_query: 8_192,
  /** Parameters of a page, each of its names as often as it comes. */
  page_parameters: 100,
  body_bytes: 64 * 1024,
  /** Decision, Detect: "256 KiB at most". */
  detect: { body_bytes: 256 * 1024, purls: 2000, manifests: 100, path: 512, unknown: 500 },
  /**
   * Issue 4: "no text block is over 16,000 characters". Issue 10: 24 items in brief, structured
   * content included, stay within 24,000.
   */
  mcp_text: 16_000,
  mcp_brief: 24_000,
  /** Bytes of a message: what the longest body holds, and the envelope around it. */
  mcp_message: 320 * 1024,
  owner_claim_days: 7,
  /** Decision, Revision: manage links "last 30 days and can be sent anew". */
  manage_days: 30,
  /**
   * Mails in 24 hours to a mailbox that never confirmed: three submissions have two each, and one is
   * a manage link. As many more may tell of decisions.
   */
  unconfirmed_mails: 7,
  idempotency_hours: 24,
} as const

/**
 * The rate limits that hold everywhere, with and without a rate-limit store: each bucket admits
 * `tokens` events in any window of `seconds`.
 */
export const submissionBuckets = {
  /** Decision: attempts of any outcome are capped, so that refusals are no oracle. */
  submit_attempt: { tokens: 120, seconds: 60, per: 'address' },
  /** Spec, Limits: "Submissions per IP: 1 per hour". */
  submit_address: { tokens: 1, seconds: 3600, per: 'address' },
  /** Spec, Limits: "Submissions per e-mail: 3 per 24 hours". */
  submit_email: { tokens: 3, seconds: 86_400, per: 'email' },
  /** Hosting providers give an IPv6 /48, which has 65,536 blocks of /64, to one customer. */
  submit_network: { tokens: 10, seconds: 3600, per: 'network' },
  /** Decision, Limits on reads: "asking for a status by e-mail has 10 a minute per address …" */
  status_address: { tokens: 10, seconds: 60, per: 'address' },
  /** "… and per slug", so that many addresses together cannot guess the e-mail of one listing. */
  status_slug: { tokens: 10, seconds: 60, per: 'slug' },
} as const satisfies Record<string, { tokens: number; seconds: number; per: Counted }>

/** What a bucket belongs to; `network` is an IPv6 /48. */
type Counted = 'address' | 'network' | 'email' | 'slug'

export type SubmissionBucket = keyof typeof submissionBuckets

/**
 * The rate limits of reads: each bucket holds `tokens` requests and is full again `seconds` after
 * the first of them. Decision, Limits on reads; an operator changes the tokens with READ_LIMITS.
 */
export const readBuckets = {
  /** "products, product, lookup, compare, changelog" */
  catalogue_reads: { tokens: 120, seconds: 60, per: 'address' },
  /** "search and recommend" */
  search_reads: { tokens: 30, seconds: 60, per: 'address' },
  /** Badges and the picture that counts a view: pages show them beside what they count themselves. */
  picture_reads: { tokens: 120, seconds: 60, per: 'address' },
} as const satisfies Record<string, ReadPolicy & { per: 'address' }>

export type ReadBucket = keyof typeof readBuckets

/**
 * The bucket of each file of functions/ that opens no operation; an operation names its own.
 * `unlimited` is for operators: monitors must hear of an instance however busy their address is, and
 * what they read is cached or asks for a secret first.
 */
export const handlerBuckets = {
  'api-index': 'catalogue_reads',
  fallback: 'catalogue_reads',
  // Its tools count by their operations, the messages of the protocol here.
  mcp: 'catalogue_reads',
  'products-page': 'catalogue_reads',
  'product-page': 'catalogue_reads',
  'numbered-page': 'catalogue_reads',
  'compare-page': 'catalogue_reads',
  'status-page': 'catalogue_reads',
  'submit-form': 'catalogue_reads',
  'manage-form': 'catalogue_reads',
  'manage-page': 'catalogue_reads',
  'confirm-owner': 'catalogue_reads',
  'mail-off': 'catalogue_reads',
  'search-page': 'search_reads',
  'recommend-page': 'search_reads',
  'detect-page': 'search_reads',
  badge: 'picture_reads',
  view: 'picture_reads',
  health: 'unlimited',
  ready: 'unlimited',
  cron: 'unlimited',
  metrics: 'unlimited',
} as const satisfies Record<string, ReadBucket | 'unlimited'>

export type CountedHandler = keyof typeof handlerBuckets

/** How much of a bucket there is, and for how long. */
export interface ReadPolicy {
  tokens: number
  seconds: number
}

/** What the limit that counted a request says of itself. How a door tells it is the door's matter. */
export interface LimitState extends ReadPolicy {
  bucket: ReadBucket
  /** How many more requests have room. */
  remaining: number
  /** When the bucket is full again. */
  resetSeconds: number
}

/**
 * Decision, Limits on reads: catalogue reads and searches are counted apart, over REST and MCP
 * alike. `submit` has the submission buckets.
 */
export type LimitBucket = ReadBucket | 'submit'

/**
 * What READ_LIMITS says: `on` or `off`, or how many requests a minute the buckets that it names
 * hold, the others as they are. Undefined for what says neither.
 */
export function readPoliciesOf(
  setting: string,
): Record<ReadBucket, ReadPolicy> | 'off' | undefined {
  if (setting === 'off') return 'off'
  const policies: Record<ReadBucket, ReadPolicy> = { ...readBuckets }
  if (setting === 'on') return policies
  for (const entry of setting.split(',')) {
    const [, bucket, tokens] = /^\s*(\w+)=(\d{1,6})\s*$/.exec(entry) ?? []
    if (bucket === undefined || !Object.hasOwn(readBuckets, bucket) || Number(tokens) === 0)
      return undefined
    // A key of the table, as was just asked.
    const known = bucket as ReadBucket
    policies[known] = { ...readBuckets[known], tokens: Number(tokens) }
  }
  return policies
}
