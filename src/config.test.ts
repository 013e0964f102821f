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

  it.each<{ name: string; value: string; read: string | number | string[] }>([
    { name: 'SITE_URL', value: 'https://proofstack.example', read: 'https://proofstack.example' },
    { name: 'SITE_URL', value: 'https://proofstack.example/', read: 'https://proofstack.example' },
    {
      name: 'SITE_URL',
      value: 'https://proofstack.example///',
      read: 'https://proofstack.example',
    },
    { name: 'SITE_URL', value: 'http://localhost:4321/', read: 'http://localhost:4321' },
    { name: 'PORT', value: '0', read: 0 },
    { name: 'PORT', value: '8080', read: 8080 },
    { name: 'PORT', value: '65535', read: 65_535 },
    { name: 'HOST', value: '0.0.0.0', read: '0.0.0.0' },
    { name: 'HOST', value: '::', read: '::' },
    { name: 'DATA_DIR', value: '/var/proofstack', read: '/var/proofstack' },
    { name: 'DATABASE_URL', value: 'postgres://u:p@h/db', read: 'postgres://u:p@h/db' },
    {
      name: 'DATABASE_URL',
      value: 'postgresql://u:p@h/db?sslmode=require',
      read: 'postgresql://u:p@h/db?sslmode=require',
    },
    { name: 'DATABASE_URL_UNPOOLED', value: 'postgresql://h/db', read: 'postgresql://h/db' },
    { name: 'PREVIEW_DATABASE_URL', value: 'postgres://h/p', read: 'postgres://h/p' },
    { name: 'FUNCTION_REGION', value: 'fra1', read: 'fra1' },
    { name: 'SERVICE_SECRET', value: secret, read: secret },
    { name: 'READ_LIMITS', value: 'off', read: 'off' },
    { name: 'READ_LIMITS', value: 'search_reads=60', read: 'search_reads=60' },
    { name: 'SMTP_URL', value: 'smtp://localhost:25', read: 'smtp://localhost:25' },
    { name: 'SMTP_URL', value: 'smtps://u:p@mail.example', read: 'smtps://u:p@mail.example' },
    { name: 'MAIL_FROM', value: 'Us <us@proofstack.example>', read: 'Us <us@proofstack.example>' },
    { name: 'MAIL_REPLY_TO', value: 'us@proofstack.example', read: 'us@proofstack.example' },
    { name: 'MAIL_DIR', value: '/tmp/mail', read: '/tmp/mail' },
    {
      name: 'MCP_ALLOWED_ORIGINS',
      value: 'https://a.example, http://localhost:6274,',
      read: ['https://a.example', 'http://localhost:6274'],
    },
    {
      name: 'REBUILD_HOOK_URL',
      value: 'https://hooks.example/x/',
      read: 'https://hooks.example/x/',
    },
    { name: 'TRUSTED_PROXY', value: '1', read: '1' },
    {
      name: 'TRUSTED_PROXY',
      value: '10.0.0.0/8, 2001:db8::/32',
      read: '10.0.0.0/8, 2001:db8::/32',
    },
    { name: 'LOG_LEVEL', value: 'warn', read: 'warn' },
    { name: 'LOG_FORMAT', value: 'json', read: 'json' },
  ])('$name may be $value', ({ name, value, read }) => {
    expect(readConfig({ [name]: value })).toHaveProperty(name, read)
  })

  it.each([
    {
      name: 'SITE_URL',
      value: 'proofstack.example',
      sentence: 'SITE_URL must be an http or https URL.',
    },
    {
      name: 'SITE_URL',
      value: 'ftp://proofstack.example',
      sentence: 'SITE_URL must be an http or https URL.',
    },
    { name: 'SITE_URL', value: 'https://', sentence: 'SITE_URL must be an http or https URL.' },
    { name: 'PORT', value: 'http', sentence: 'PORT must be a number from 0 to 65535.' },
    {
      name: 'LOG_LEVEL',
      value: 'verbose',
      sentence: 'LOG_LEVEL must be one of debug, info, warn, error.',
    },
    { name: 'PORT', value: '-1', sentence: 'PORT must be a number from 0 to 65535.' },
    { name: 'PORT', value: '80.5', sentence: 'PORT must be a number from 0 to 65535.' },
    { name: 'PORT', value: '65536', sentence: 'PORT must be a number from 0 to 65535.' },
    { name: 'PORT', value: '100000', sentence: 'PORT must be a number from 0 to 65535.' },
    {
      name: 'DATABASE_URL',
      value: 'mysql://h/db',
      sentence: 'DATABASE_URL must be a postgres:// URL.',
    },
    { name: 'DATABASE_URL', value: 'h/db', sentence: 'DATABASE_URL must be a postgres:// URL.' },
    {
      name: 'DATABASE_URL_UNPOOLED',
      value: 'https://h/db',
      sentence: 'DATABASE_URL_UNPOOLED must be a postgres:// URL.',
    },
    {
      name: 'FUNCTION_REGION',
      value: 'eu-central-1',
      sentence: 'FUNCTION_REGION must be a region of the platform, such as fra1.',
    },
    {
      name: 'SERVICE_SECRET',
      value: 's'.repeat(31),
      sentence: /^SERVICE_SECRET must have at least 32 characters; .+\.$/,
    },
    {
      name: 'READ_LIMITS',
      value: 'reads=5',
      sentence:
        'READ_LIMITS must be on, off, or requests a minute such as catalogue_reads=240,search_reads=60.',
    },
    {
      name: 'KV_REST_API_URL',
      value: 'redis://127.0.0.1',
      sentence: 'KV_REST_API_URL must be an http or https URL.',
    },
    {
      name: 'KV_REST_API_URL',
      value: 'https://kv.example',
      sentence: 'KV_REST_API_TOKEN is missing: KV_REST_API_URL is of no use without it.',
    },
    {
      name: 'KV_REST_API_TOKEN',
      value: 'secret',
      sentence: 'KV_REST_API_URL is missing: KV_REST_API_TOKEN is of no use without it.',
    },
    {
      name: 'SMTP_URL',
      value: 'mail.example:25',
      sentence: 'SMTP_URL must be an smtp:// or smtps:// URL.',
    },
    {
      name: 'MCP_ALLOWED_ORIGINS',
      value: 'https://a.example/chat',
      sentence: /^MCP_ALLOWED_ORIGINS must be origins .+\.$/,
    },
    {
      name: 'MCP_ALLOWED_ORIGINS',
      value: '*',
      sentence: /^MCP_ALLOWED_ORIGINS must be origins .+\.$/,
    },
    {
      name: 'REBUILD_HOOK_URL',
      value: '/rebuild',
      sentence: 'REBUILD_HOOK_URL must be an http or https URL.',
    },
    {
      name: 'TRUSTED_PROXY',
      value: 'everybody',
      sentence: /^TRUSTED_PROXY must be a number of hops, or addresses .+\.$/,
    },
    { name: 'TRUSTED_PROXY', value: '-1', sentence: /^TRUSTED_PROXY must be .+\.$/ },
  ])('$name may not be $value, and one sentence says why', ({ name, value, sentence }) => {
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
