import { z } from 'zod'
import { readPoliciesOf } from '#contract/limits.ts'
import { formats, levels } from '#log/logger.ts'

const HttpUrl = z.string().refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
  error: 'must be an http or https URL',
})
/** The address of a site, without a path. */
export const SiteUrl = HttpUrl.transform((value) => value.replace(/\/+$/, '')).refine(
  (value) => URL.parse(value)?.origin === value.toLowerCase(),
  {
    error: 'must be an address without a path or query, such as https://proofstack.example',
  },
)
/** A text of this form; `form` says which, for people. */
const text = (pattern: RegExp, form: string) =>
  z.string().regex(pattern, { error: `must be ${form}` })

const postgresUrl = text(/^postgres(?:ql)?:\/\//, 'a postgres:// URL')
const mailAddress = text(
  /^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/,
  'an address, such as Proofstack <editors@proofstack.example>',
)

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** A setting that need not be there, with what it is for, and an example. */
const optional = <T extends z.ZodType>(value: T, description: string, example: string) =>
  value.optional().meta({ description, examples: [example] })

const token = z
  .string()
  .min(16, { error: 'must have at least 16 characters; `openssl rand -hex 32` makes one' })
  .optional()

/**
 * Every setting with its description and an example. `.env.example` is generated from it: after a
 * change, run the tests of this file with `-u` as the last argument.
 */
const Environment = z.object({
  SITE_URL: optional(
    SiteUrl,
    'Where visitors reach the site. Default: http://localhost:PORT',
    'https://proofstack.example',
  ),
  PORT: text(/^\d{1,5}$/, 'a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a number from 0 to 65535' })
    .default(4321)
    .describe('The port of `npm start`; 0 picks a free one.'),
  HOST: text(/^[0-9a-z_.:-]+$/i, 'an address of this machine, such as 0.0.0.0')
    .default('127.0.0.1')
    .describe(
      'The network address that `npm start` listens on; 0.0.0.0 is every address, as a container needs.',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('The folder of the embedded database, mails, builds and secrets.'),
  DATABASE_URL: optional(
    postgresUrl,
    'Any Postgres 15 or newer, or Neon. `sslmode=require` encrypts and checks the certificate, `no-verify` only encrypts; `prefer`, `allow` and no `sslmode` send clear text. Default: the embedded Postgres in DATA_DIR',
    'postgres://user:password@host-pooler.neon.tech/proofstack?sslmode=require',
  ),
  DATABASE_URL_UNPOOLED: optional(
    postgresUrl,
    'The same database without a connection pooler, for migrations. Default: DATABASE_URL',
    'postgres://user:password@host.neon.tech/proofstack?sslmode=require',
  ),
  PREVIEW_DATABASE_URL: optional(
    postgresUrl,
    'On Vercel, the database of previews, which never use DATABASE_URL. Default: none; previews show content/ alone',
    'postgres://user:password@host-pooler.neon.tech/preview?sslmode=require',
  ),
  FUNCTION_REGION: optional(
    text(/^[a-z]{3}\d$/, 'a region of the platform, such as fra1'),
    'The Vercel region of the function, near the database. Default: the region of the project',
    'fra1',
  ),
  SERVICE_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters; `openssl rand -hex 32` makes one' })
    .optional()
    .describe(
      'The key for the hashes of addresses, e-mails and visitors, and for the links that end mails; 32 characters or more. Default: made once, in DATA_DIR',
    ),
  KV_REST_API_URL: optional(
    HttpUrl,
    'The rate-limit store at Upstash. Default: none; Postgres counts submissions',
    'https://name.upstash.io',
  ),
  KV_REST_API_TOKEN: z
    .string()
    .optional()
    .describe('The token of the rate-limit store. Default: none'),
  READ_LIMITS: optional(
    z.string().refine((value) => readPoliciesOf(value) !== undefined, {
      error: 'must be on, off, or requests a minute such as catalogue_reads=240,search_reads=60',
    }),
    'The rate limits of reads: on, off, or requests a minute, such as catalogue_reads=240,search_reads=60. Default: on with KV_REST_API_URL, off without',
    'on',
  ),
  SMTP_URL: optional(
    text(/^smtps?:\/\//, 'an smtp:// or smtps:// URL'),
    'The mail provider. Default: mails become files in MAIL_DIR',
    'smtps://user:password@smtp.example:465',
  ),
  MAIL_FROM: mailAddress
    .default('Proofstack <editors@proofstack.example>')
    .describe('The sender of mails.'),
  MAIL_REPLY_TO: optional(
    mailAddress,
    'Where replies to mails go. Default: MAIL_FROM',
    'Proofstack <desk@proofstack.example>',
  ),
  MAIL_DIR: optional(
    z.string(),
    'The folder for mails, as .eml files, without SMTP_URL. Default: DATA_DIR/mail',
    '.data/mail',
  ),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((origin) => origin.trim() || []))
    .refine((origins) => origins.every((origin) => URL.parse(origin)?.origin === origin), {
      error:
        'must be origins separated by commas, such as https://chat.example, http://localhost:6274',
    })
    .meta({
      description:
        'Other origins, separated by commas, whose pages may call /mcp in a browser. Default: none',
      examples: ['https://chat.example'],
    }),
  REBUILD_HOOK_URL: optional(
    HttpUrl,
    'A URL that is called with POST after a decision, such as a deploy hook. Default: none; `npm start` rebuilds by itself',
    'https://api.vercel.com/v1/integrations/deploy/…',
  ),
  CRON_SECRET: token.describe(
    'The bearer token with which a cron calls /api/cron; 16 characters or more. Default: no /api/cron',
  ),
  METRICS_TOKEN: token.describe(
    'The bearer token with which Prometheus reads /api/metrics; 16 characters or more. Default: no /api/metrics',
  ),
  MAIL_DELAY_MINUTES: text(/^\d{1,2}$/, 'a number of minutes, such as 5')
    .transform(Number)
    .default(5)
    .describe(
      'After how many minutes the mail of a decision on the pages at /editor leaves; until then it can be undone whole.',
    ),
  EDITOR_MAIL: optional(
    text(/^[^\s<>@]+@[^\s<>@]+$/, 'an address, such as editors@proofstack.example'),
    'The address of the editors, which gets a mail about new work, at most one an hour. Default: none',
    'editors@proofstack.example',
  ),
  RECHECK: optional(
    z.enum(['on', 'off'], { error: 'must be on or off' }),
    'Whether repositories are checked again over time: on or off. Default: on with CRON_SECRET, off without',
    'on',
  ),
  GITHUB_TOKEN: text(/^[\w-]+$/, 'a token of letters, digits, _ and -')
    .optional()
    .describe(
      'Raises GitHub’s limits for reading public repositories: when they are checked again, and in `npm run editor -- check`. Default: none',
    ),
  TRUSTED_PROXY: optional(
    z
      .string()
      .refine(
        (value) =>
          /^\d{1,2}$/.test(value) ||
          value.split(',').every((entry) => Network.safeParse(entry.trim()).success),
        {
          error:
            'must be a number of hops, or addresses and networks separated by commas, such as 10.0.0.0/8, ::1',
        },
      ),
    'The proxies whose X-Forwarded-For `npm start` trusts: a number of hops, or addresses and networks. Default: none',
    '1',
  ),
  LOG_LEVEL: z
    .enum(levels, { error: `must be one of ${levels.join(', ')}` })
    .default('info')
    .describe(`The lowest level that is logged: ${levels.join(', ')}.`),
  LOG_FORMAT: optional(
    z.enum(formats, { error: `must be one of ${formats.join(', ')}` }),
    'The format of log lines: json (one object a line) or people. Default: people on a terminal, else json',
    'json',
  ),
})

export type Config = z.infer<typeof Environment>
export const settings = Environment.shape

/** Settings that only the process of `npm start` and commands read. Functions read all others. */
const processSettings: ReadonlySet<string> = new Set<keyof Config>([
  'PORT',
  'HOST',
  'DATABASE_URL_UNPOOLED',
  'PREVIEW_DATABASE_URL',
  'FUNCTION_REGION',
  'REBUILD_HOOK_URL',
  'TRUSTED_PROXY',
])

/** The environment variables that functions read: `npm start` passes only these to them. */
export function functionSettings(config: Config): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([name, value]) => value !== undefined && !processSettings.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
}

/** The GitHub token for checking repositories again (decision 32); undefined if that is off. */
export function recheckOf(config: Config): { token: string | undefined } | undefined {
  const { RECHECK, CRON_SECRET, GITHUB_TOKEN: token } = config
  return (RECHECK ?? (CRON_SECRET ? 'on' : 'off')) === 'on' ? { token } : undefined
}

/** Parses the environment; no other code reads process.env. An empty value counts as missing. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in settings && value !== ''),
  )
  const { success, data, error } = Environment.safeParse(given)
  if (!success)
    throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`))
  const { KV_REST_API_URL: url, KV_REST_API_TOKEN: token } = data
  if ((url === undefined) === (token === undefined)) return data
  const [missing, present] = url ? ['TOKEN', 'URL'] : ['URL', 'TOKEN']
  throw new ConfigError([
    `KV_REST_API_${missing} is missing: KV_REST_API_${present} is of no use without it.`,
  ])
}

/** The error for invalid settings. Its message has one sentence for each mistake. */
export class ConfigError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'ConfigError'
  }
}
