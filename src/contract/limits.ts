/** Every limit of the API. Lengths are in Unicode code points, unless the name says bytes. */
export const limits = {
  /** Spec, Limits: products 1 to 48, default 24; offset at least 0. */
  products: { min: 1, max: 48, default: 24, mcp_default: 6 },
  trends: { min: 1, max: 48, default: 10, mcp_default: 5 },
  /** The most moves of GET /trends: of all tools or a category, and of one tool. */
  trend_moves: { all: 24, of_tool: 100 },
  /** Decisions, Search: 1 to 50, default 20; "A query over 200 characters is a 400". */
  search: { min: 1, max: 50, default: 20, mcp_default: 6 },
  search_query: 200,
  /** Spec, Limits: recommend 1 to 24, default 10. */
  recommend: { min: 1, max: 24, default: 10, mcp_default: 3, task: 500 },
  stack: 2000,
  /**
   * Most tools in a filtered answer of the MCP tool `list_tools`, so that it stays within 12,000
   * characters.
   */
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
  /** The most topics of a listing or a tool. */
  topics: 3,
  supporting_links: { entries: 4 },
  slug: 60,
  /** A version expression of a manifest; none is longer. */
  requirement: 100,
  referral_code: 40,
  idempotency_key: 255,
  /** Spec, Limits: status polling at most once per 300 seconds. */
  polling_interval_seconds: 300,
  /** Percent-encoded characters of a query string: enough for all parameters at their longest. */
  address_query: 8_192,
  /** The most URL parameters of a page; repeated names count. */
  page_parameters: 100,
  /** Decisions, Lookup: "`{urls: [1..100]}`". Ten URLs count as one request. */
  lookup_urls: 100,
  body_bytes: 64 * 1024,
  /** Decisions, Detect: "256 KiB at most". */
  detect: { body_bytes: 256 * 1024, purls: 2000, manifests: 100, path: 512, unknown: 500 },
  /** The registry of ARD: entries of a page, fields of a filter, values of a field, letters of one. */
  ard: { page: 100, fields: 10, values: 20, value: 200, matches: 400 },
  /** MCP: characters of a text block, and of a brief page with its structured content. */
  mcp_text: 16_000,
  mcp_brief: 24_000,
  /** Bytes of an MCP message: the longest request body, and the JSON-RPC envelope around it. */
  mcp_message: 320 * 1024,
  owner_claim_days: 7,
  /** Decisions, Manage link: manage links "last 30 days and can be sent anew". */
  manage_days: 30,
  /** A claim without a proof is deleted after this time, and a claim whose proof is gone lapses. */
  claim_days: 30,
  /**
   * Mails in 24 hours to an e-mail address that nobody confirmed: two for each of three
   * submissions, and one manage link. Mails that report decisions have a limit of their own, of the
   * same size.
   */
  unconfirmed_mails: 7,
  idempotency_hours: 24,
  /** What a reader writes about a wrong fact. */
  report_message: 1000,
  /** How long the address of a reporter is kept after the decision. */
  report_days: 30,
} as const

/**
 * The rate limits of submissions: a bucket admits `tokens` events in any window of `seconds`. `per`
 * is what it counts by: `address` is an IP address, `network` an IPv6 /48, `email` that of the
 * submitter; `all` is everybody together.
 */
export const submissionBuckets = {
  /**
   * Limits all attempts. Failed ones count, too, so that refused requests cannot be used to probe
   * for data in bulk.
   */
  submit_attempt: { tokens: 120, seconds: 60, per: 'address' },
  /** Spec, Limits: "Submissions per IP: 1 per hour". */
  submit_address: { tokens: 1, seconds: 3600, per: 'address' },
  /** Spec, Limits: "Submissions per e-mail: 3 per 24 hours". */
  submit_email: { tokens: 3, seconds: 86_400, per: 'email' },
  /**
   * Limits an IPv6 /48: hosting providers give one customer a /48, which has 65,536 blocks of /64.
   */
  submit_network: { tokens: 10, seconds: 3600, per: 'network' },
  /** Decisions, Reports: "5 an hour per address". */
  report_address: { tokens: 5, seconds: 3600, per: 'address' },
  report_network: { tokens: 20, seconds: 3600, per: 'network' },
  /** Decisions, Limits on reads: "10 wrong answers a minute per address …" */
  status_address: { tokens: 10, seconds: 60, per: 'address' },
  /** "… and 60 per slug; a right e-mail is never refused for others' guesses". */
  status_slug: { tokens: 60, seconds: 60, per: 'slug' },
  /** Claims of ownership that are started. Each sends a mail to an address that anybody may enter. */
  claim_address: { tokens: 5, seconds: 3600, per: 'address' },
  claim_network: { tokens: 10, seconds: 3600, per: 'network' },
  claim_email: { tokens: 3, seconds: 86_400, per: 'email' },
  /** Looks for a proof, of which each asks other servers. */
  look_address: { tokens: 10, seconds: 60, per: 'address' },
  look_network: { tokens: 20, seconds: 60, per: 'network' },
  look_claim: { tokens: 10, seconds: 60, per: 'claim' },
  /** Leaves most of GitHub's 5,000 questions an hour, of which a look takes two, to the jobs. */
  look_all: { tokens: 400, seconds: 3600, per: 'all' },
} as const satisfies Record<string, ReadPolicy & { per: string }>

export type SubmissionBucket = keyof typeof submissionBuckets

/**
 * The rate limits of reads: each bucket holds `tokens` requests and is full again `seconds` after
 * the first of them. Decisions, Limits on reads. An operator can change the tokens with
 * READ_LIMITS.
 */
export const readBuckets = {
  /** Decisions, Limits on reads: "products, product, lookup, compare, changelog" */
  catalogue_reads: { tokens: 120, seconds: 60 },
  /** Decisions, Limits on reads: "search and recommend" */
  search_reads: { tokens: 30, seconds: 60 },
  /**
   * Badges, the images that count views, and suggestions, which a browser asks for at each key
   * press. They have a bucket of their own, because the pages that embed them already count as
   * reads.
   */
  picture_reads: { tokens: 120, seconds: 60 },
} as const satisfies Record<string, ReadPolicy>

export type ReadBucket = keyof typeof readBuckets

/** The rate limit of a page; an `unlimited` one is counted elsewhere. */
export type PageBucket = ReadBucket | 'unlimited'

/** The size of a bucket and the time until it is full again. */
export interface ReadPolicy {
  tokens: number
  seconds: number
}

/** The state of the rate limit that counted a request. */
export interface LimitState extends ReadPolicy {
  bucket: ReadBucket
  /** Requests that are still allowed. */
  remaining: number
  /** Seconds until the bucket is full again. */
  resetSeconds: number
}

/** The rate limit of an operation, over REST and MCP; `submit` means all of `submissionBuckets`. */
export type LimitBucket = ReadBucket | 'submit'

/**
 * Parses the setting READ_LIMITS: `on`, `off`, or `bucket=tokens` pairs that replace the tokens of
 * some buckets. Undefined for anything else.
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
    // Safe cast: `hasOwn` above checked that it is a key of `readBuckets`.
    const known = bucket as ReadBucket
    policies[known] = { ...readBuckets[known], tokens: Number(tokens) }
  }
  return policies
}
