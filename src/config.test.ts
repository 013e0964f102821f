import { describe, expect, it } from 'vitest'
import { ConfigError, functionSettings, readConfig, settings } from './config.ts'

function mistakes(environment: Record<string, string | undefined>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('the defaults', () => {
  const defaults = {
    PORT: 4321,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    MAIL_FROM: 'Proofstack <editors@proofstack.example>',
    MCP_ALLOWED_ORIGINS: [],
    MAIL_DELAY_MINUTES: 5,
    LOG_LEVEL: 'info',
  }

  it('need no environment', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  it('hold for every setting that is empty', () => {
    expect(readConfig(Object.fromEntries(Object.keys(settings).map((name) => [name, ''])))).toEqual(
      defaults,
    )
  })

  it('hold beside variables of other programs', () => {
    expect(readConfig({ PATH: '/bin', HOME: '/root', port: 'x', UNSET: undefined })).toEqual(
      defaults,
    )
  })
})

/**
 * The text of `.env.example`: every setting with its description, and its default or an example.
 */
function example(): string {
  const head = [
    '# Every setting of Proofstack. None is needed for `npm start`.',
    '# Copy it to `.env`: every command reads that file by itself, and `--env FILE` names another; what the environment says goes before it. On Vercel: the project’s settings page.',
  ].join('\n')
  const defaults: Record<string, unknown> = readConfig({})
  const lines = Object.entries(settings).map(([name, schema]) => {
    const { description, examples } = schema.meta() ?? {}
    const [value] = (examples as string[] | undefined) ?? [defaults[name] ?? '']
    return `# ${String(description)}\n# ${name}=${String(value)}`
  })
  return `${[head, ...lines].join('\n\n')}\n`
}

it('.env.example describes every setting', async () => {
  await expect(example()).toMatchFileSnapshot('../.env.example')
})

describe('a setting', () => {
  const secret = 's'.repeat(32)

  it.each<[name: string, value: string, read: string | number | string[]]>([
    ['SITE_URL', 'https://proofstack.example', 'https://proofstack.example'],
    ['SITE_URL', 'https://proofstack.example/', 'https://proofstack.example'],
    ['SITE_URL', 'https://proofstack.example///', 'https://proofstack.example'],
    ['SITE_URL', 'http://localhost:4321/', 'http://localhost:4321'],
    ['PORT', '0', 0],
    ['PORT', '8080', 8080],
    ['PORT', '65535', 65_535],
    ['HOST', '0.0.0.0', '0.0.0.0'],
    ['HOST', '::', '::'],
    ['DATA_DIR', '/var/proofstack', '/var/proofstack'],
    ['DATABASE_URL', 'postgres://u:p@h/db', 'postgres://u:p@h/db'],
    [
      'DATABASE_URL',
      'postgresql://u:p@h/db?sslmode=require',
      'postgresql://u:p@h/db?sslmode=require',
    ],
    ['DATABASE_URL_UNPOOLED', 'postgresql://h/db', 'postgresql://h/db'],
    ['PREVIEW_DATABASE_URL', 'postgres://h/p', 'postgres://h/p'],
    ['FUNCTION_REGION', 'fra1', 'fra1'],
    ['SERVICE_SECRET', secret, secret],
    ['READ_LIMITS', 'off', 'off'],
    ['READ_LIMITS', 'search_reads=60', 'search_reads=60'],
    ['SMTP_URL', 'smtp://localhost:25', 'smtp://localhost:25'],
    ['SMTP_URL', 'smtps://u:p@mail.example', 'smtps://u:p@mail.example'],
    ['MAIL_FROM', 'Us <us@proofstack.example>', 'Us <us@proofstack.example>'],
    ['MAIL_REPLY_TO', 'us@proofstack.example', 'us@proofstack.example'],
    ['MAIL_DIR', '/tmp/mail', '/tmp/mail'],
    [
      'MCP_ALLOWED_ORIGINS',
      'https://a.example, http://localhost:6274,',
      ['https://a.example', 'http://localhost:6274'],
    ],
    ['REBUILD_HOOK_URL', 'https://hooks.example/x/', 'https://hooks.example/x/'],
    ['TRUSTED_PROXY', '1', '1'],
    ['TRUSTED_PROXY', '10.0.0.0/8, 2001:db8::/32', '10.0.0.0/8, 2001:db8::/32'],
    ['LOG_LEVEL', 'warn', 'warn'],
    ['LOG_FORMAT', 'json', 'json'],
  ])('%s may be %j', (name, value, read) => {
    expect(readConfig({ [name]: value })).toHaveProperty(name, read)
  })

  it.each([
    ['SITE_URL', 'proofstack.example', 'SITE_URL must be an http or https URL.'],
    ['SITE_URL', 'ftp://proofstack.example', 'SITE_URL must be an http or https URL.'],
    ['SITE_URL', 'https://', 'SITE_URL must be an http or https URL.'],
    ['PORT', 'http', 'PORT must be a number from 0 to 65535.'],
    ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be one of debug, info, warn, error.'],
    ['PORT', '-1', 'PORT must be a number from 0 to 65535.'],
    ['PORT', '80.5', 'PORT must be a number from 0 to 65535.'],
    ['PORT', '65536', 'PORT must be a number from 0 to 65535.'],
    ['PORT', '100000', 'PORT must be a number from 0 to 65535.'],
    ['DATABASE_URL', 'mysql://h/db', 'DATABASE_URL must be a postgres:// URL.'],
    ['DATABASE_URL', 'h/db', 'DATABASE_URL must be a postgres:// URL.'],
    ['DATABASE_URL_UNPOOLED', 'https://h/db', 'DATABASE_URL_UNPOOLED must be a postgres:// URL.'],
    [
      'FUNCTION_REGION',
      'eu-central-1',
      'FUNCTION_REGION must be a region of the platform, such as fra1.',
    ],
    ['SERVICE_SECRET', 's'.repeat(31), /^SERVICE_SECRET must have at least 32 characters; .+\.$/],
    [
      'READ_LIMITS',
      'reads=5',
      'READ_LIMITS must be on, off, or requests a minute such as catalogue_reads=240,search_reads=60.',
    ],
    ['KV_REST_API_URL', 'redis://127.0.0.1', 'KV_REST_API_URL must be an http or https URL.'],
    [
      'KV_REST_API_URL',
      'https://kv.example',
      'KV_REST_API_TOKEN is missing: KV_REST_API_URL is of no use without it.',
    ],
    [
      'KV_REST_API_TOKEN',
      'secret',
      'KV_REST_API_URL is missing: KV_REST_API_TOKEN is of no use without it.',
    ],
    ['SMTP_URL', 'mail.example:25', 'SMTP_URL must be an smtp:// or smtps:// URL.'],
    ['MCP_ALLOWED_ORIGINS', 'https://a.example/chat', /^MCP_ALLOWED_ORIGINS must be origins .+\.$/],
    ['MCP_ALLOWED_ORIGINS', '*', /^MCP_ALLOWED_ORIGINS must be origins .+\.$/],
    ['REBUILD_HOOK_URL', '/rebuild', 'REBUILD_HOOK_URL must be an http or https URL.'],
    ['TRUSTED_PROXY', 'everybody', /^TRUSTED_PROXY must be a number of hops, or addresses .+\.$/],
    ['TRUSTED_PROXY', '-1', /^TRUSTED_PROXY must be .+\.$/],
  ])('%s may not be %j, and one sentence says why', (name, value, sentence) => {
    expect(mistakes({ [name]: value })).toEqual([expect.stringMatching(sentence)])
  })

  it('that holds a secret is not repeated in the sentence about it', () => {
    expect(
      mistakes({ DATABASE_URL: 'mysql://u:hunter2@h/db', SERVICE_SECRET: 'hunter2' }).join(),
    ).not.toContain('hunter2')
  })

  it.each(Object.entries(settings).map(([name, { description }]) => ({ name, description })))(
    '$name has a description',
    ({ description }) => {
      expect(description).toMatch(/^[A-Z]/)
    },
  )
})

describe('several mistakes', () => {
  it('are reported together, one sentence each', () => {
    expect(mistakes({ SITE_URL: 'x', PORT: 'y', SMTP_URL: 'z' }).sort()).toEqual([
      'PORT must be a number from 0 to 65535.',
      'SITE_URL must be an http or https URL.',
      'SMTP_URL must be an smtp:// or smtps:// URL.',
    ])
  })
})

describe('the settings that functions see', () => {
  const given = {
    DATA_DIR: 'elsewhere',
    MCP_ALLOWED_ORIGINS: 'https://chat.example, http://localhost:6274',
    SMTP_URL: 'smtp://mail.example',
  }

  it('have the same values as in `npm start`', () => {
    const config = readConfig(given)
    const seen = readConfig(functionSettings(config))
    expect(seen).toEqual(config)
  })

  it('are not those of the process that runs them', () => {
    const theirs = { PORT: '1', REBUILD_HOOK_URL: 'https://hook.example', TRUSTED_PROXY: '1' }
    const seen = functionSettings(readConfig({ ...given, ...theirs }))
    for (const name of Object.keys(theirs)) expect(seen).not.toHaveProperty(name)
  })
})
