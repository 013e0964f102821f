import { isIP } from 'node:net'
import { z } from 'zod'
import { readPoliciesOf } from '#contract/limits.ts'
import { formats, levels } from '#log/logger.ts'

const HttpUrl = z.string().refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
  error: 'must be an http or https URL',
})
const site = HttpUrl.transform((value) => value.replace(/\/+$/, '')).refine(
  (value) => URL.parse(value)?.origin === value.toLowerCase(),
  {
    error: 'must be an address without a path or query, such as https://proofstack.example',
  },
)
const postgresUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//, { error: 'must be a postgres:// URL' })

const mailAddress = z.string().regex(/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, {
  error: 'must be an address, such as Proofstack <editors@proofstack.example>',
})

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}

/**
 * Every setting, with what it is for and one example. `.env.example` is made from it: run the tests
 * of this file with `-u`, last on the line, after a change.
 */
const Environment = z.object({
  SITE_URL: site.optional().meta({
    description: 'Where visitors reach the site. Default: http://localhost:PORT',
    examples: ['https://proofstack.example'],
  }),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a number from 0 to 65535' })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a number from 0 to 65535' })
    .default(4321)
    .describe('The port of `npm start`; 0 picks a free one.'),
  HOST: z
    .string()
    .regex(/^[0-9a-z_.:-]+$/i, { error: 'must be an address of this machine, such as 0.0.0.0' })
    .default('127.0.0.1')
    .describe(
      'The address of this machine that `npm start` listens on; 0.0.0.0 is every one, as a container needs.',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('The folder of the embedded database, mails, builds and secrets.'),
  DATABASE_URL: postgresUrl.optional().meta({
    description:
      'Any Postgres 15 or newer, or Neon. `sslmode=require` encrypts and checks the certificate, `no-verify` only encrypts; `prefer`, `allow` and none are clear text. Default: the embedded Postgres in DATA_DIR',
    examples: ['postgres://user:password@host-pooler.neon.tech/proofstack?sslmode=require'],
  }),
  DATABASE_URL_UNPOOLED: postgresUrl.optional().meta({
    description:
      'The same database without a connection pooler, for migrations. Default: DATABASE_URL',
    examples: ['postgres://user:password@host.neon.tech/proofstack?sslmode=require'],
  }),
  PREVIEW_DATABASE_URL: postgresUrl.optional().meta({
    description:
      'On the platform, the database of previews, which never touch DATABASE_URL. Default: none, they are of content/ alone',
    examples: ['postgres://user:password@host-pooler.neon.tech/preview?sslmode=require'],
  }),
  FUNCTION_REGION: z
    .string()
    .regex(/^[a-z]{3}\d$/, { error: 'must be a region of the platform, such as fra1' })
    .optional()
    .meta({
      description:
        'Where the platform runs the function: near the database. Default: the project’s',
      examples: ['fra1'],
    }),
  SERVICE_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters; `openssl rand -hex 32` makes one' })
    .optional()
    .describe(
      'Keys the hashes of addresses, e-mails and visitors, and the off links of mails; 32 characters or more. Default: made once, in DATA_DIR',
    ),
  KV_REST_API_URL: HttpUrl.optional().meta({
    description:
      'The store of the rate limits: Upstash, or your own Redis behind scripts/deploy/redis-rest.ts. Default: none, Postgres counts submissions',
    examples: ['https://name.upstash.io'],
  }),
  KV_REST_API_TOKEN: z.string().optional().describe('The token of that store. Default: none'),
  READ_LIMITS: z
    .string()
    .refine((value) => readPoliciesOf(value) !== undefined, {
      error: 'must be on, off, or requests a minute such as catalogue_reads=240,search_reads=60',
    })
    .optional()
    .meta({
      description:
        'The rate limits of reads: on, off, or requests a minute, such as catalogue_reads=240,search_reads=60. Default: on with KV_REST_API_URL, off without',
      examples: ['on'],
    }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must be an smtp:// or smtps:// URL' })
    .optional()
    .meta({
      description: 'The mail provider. Default: mails become files in MAIL_DIR',
      examples: ['smtps://user:password@smtp.example:465'],
    }),
  MAIL_FROM: mailAddress
    .default('Proofstack <editors@proofstack.example>')
    .describe('The sender of mails.'),
  MAIL_REPLY_TO: mailAddress.optional().meta({
    description: 'Where answers to mails go. Default: MAIL_FROM',
    examples: ['Proofstack <desk@proofstack.example>'],
  }),
  MAIL_DIR: z
    .string()
    .optional()
    .meta({
      description: 'Where mails become .eml files without SMTP_URL. Default: DATA_DIR/mail',
      examples: ['.data/mail'],
    }),
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
        'Origins whose browsers may call /mcp, beside the site’s own, separated by commas. Default: none',
      examples: ['https://chat.example'],
    }),
  REBUILD_HOOK_URL: HttpUrl.optional().meta({
    description:
      'Called with POST after a decision, for example a deploy hook. Default: the running `npm start`',
    examples: ['https://api.vercel.com/v1/integrations/deploy/…'],
  }),
  CRON_SECRET: z
    .string()
    .min(16, { error: 'must have at least 16 characters; `openssl rand -hex 32` makes one' })
    .optional()
    .describe(
      'Opens /api/cron to a cron with `Authorization: Bearer`; 16 characters or more. Default: no such door',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, { error: 'must have at least 16 characters; `openssl rand -hex 32` makes one' })
    .optional()
    .describe(
      'Opens /api/metrics to Prometheus with `Authorization: Bearer`; 16 characters or more. Default: no such address',
    ),
  RECHECK: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .optional()
    .meta({
      description:
        'Whether repositories are looked at again over time: on or off. Default: on with CRON_SECRET, off without',
      examples: ['on'],
    }),
  GITHUB_TOKEN: z
    .string()
    .regex(/^[\w-]+$/, { error: 'must be a token of letters, digits, _ and -' })
    .optional()
    .describe(
      'Raises GitHub’s limits for reading public repositories, over time and for `npm run editor -- check`. Default: none',
    ),
  TRUSTED_PROXY: z
    .string()
    .refine(
      (value) =>
        /^\d{1,2}$/.test(value) || value.split(',').every((entry) => isNetwork(entry.trim())),
      {
        error:
          'must be a number of hops, or addresses and networks separated by commas, such as 10.0.0.0/8, ::1',
      },
    )
    .optional()
    .meta({
      description:
        'Whose X-Forwarded-For `npm start` believes: a number of hops, or addresses and networks. Default: nobody’s',
      examples: ['1'],
    }),
  LOG_LEVEL: z
    .enum(levels, { error: `must be one of ${levels.join(', ')}` })
    .default('info')
    .describe(`The least that is logged: ${levels.join(', ')}.`),
  LOG_FORMAT: z
    .enum(formats, { error: `must be one of ${formats.join(', ')}` })
    .optional()
    .meta({
      description:
        'How lines are written: json, one object a line, or people. Default: people on a terminal, else json',
      examples: ['json'],
    }),
})

export type Config = z.infer<typeof Environment>
export const settings = Environment.shape

/**
 * Who reads a setting: functions too, or the process of `npm start` and the commands alone. A new
 * setting does not compile until it is said here.
 */
const readers = {
  SITE_URL: 'function',
  PORT: 'process',
  HOST: 'process',
  DATA_DIR: 'function',
  DATABASE_URL: 'function',
  DATABASE_URL_UNPOOLED: 'process',
  PREVIEW_DATABASE_URL: 'process',
  FUNCTION_REGION: 'process',
  SERVICE_SECRET: 'function',
  KV_REST_API_URL: 'function',
  KV_REST_API_TOKEN: 'function',
  READ_LIMITS: 'function',
  SMTP_URL: 'function',
  MAIL_FROM: 'function',
  MAIL_REPLY_TO: 'function',
  MAIL_DIR: 'function',
  MCP_ALLOWED_ORIGINS: 'function',
  REBUILD_HOOK_URL: 'process',
  CRON_SECRET: 'function',
  METRICS_TOKEN: 'function',
  RECHECK: 'function',
  GITHUB_TOKEN: 'function',
  TRUSTED_PROXY: 'process',
  LOG_LEVEL: 'function',
  LOG_FORMAT: 'function',
} as const satisfies Record<keyof Config, 'function' | 'process'>

/**
 * The settings that functions read, as an environment again: what `npm start` hands to them, with
 * nothing else of its machine.
 */
export function functionSettings(config: Config): Record<string, string> {
  const entries = Object.entries(config).flatMap(([name, value]) =>
    value === undefined || readers[name as keyof Config] === 'process'
      ? []
      : [[name, Array.isArray(value) ? value.join(',') : String(value)]],
  )
  return Object.fromEntries(entries) as Record<string, string>
}

/**
 * Whether repositories are looked at again (decision 0032): a fresh machine asks nobody, and whoever
 * sets up a cron wants what is done over time.
 */
export function recheckOf({
  RECHECK,
  CRON_SECRET,
  GITHUB_TOKEN: token,
}: Config): { token: string | undefined } | undefined {
  return (RECHECK ?? (CRON_SECRET ? 'on' : 'off')) === 'on' ? { token } : undefined
}

/** Parses the environment once. Nobody else reads process.env. An empty value is as if absent. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in settings && value !== ''),
  )
  const result = Environment.safeParse(given)
  if (result.success) {
    const { KV_REST_API_URL: url, KV_REST_API_TOKEN: token } = result.data
    if ((url === undefined) === (token === undefined)) return result.data
    const [missing, given] = url ? ['TOKEN', 'URL'] : ['URL', 'TOKEN']
    throw new ConfigError([
      `KV_REST_API_${missing} is missing: KV_REST_API_${given} is of no use without it.`,
    ])
  }
  throw new ConfigError(
    result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`),
  )
}

/** One readable sentence for each mistake in the environment. */
export class ConfigError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'ConfigError'
  }
}
