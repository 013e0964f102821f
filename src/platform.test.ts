import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import {
  deploymentNeeds,
  environmentOf,
  readDeployment,
  readRunning,
  targetOf,
} from './platform.ts'

const secret = 's'.repeat(32)
const production = {
  VERCEL: '1',
  VERCEL_ENV: 'production',
  VERCEL_URL: 'proofstack-abc123.vercel.app',
  VERCEL_PROJECT_PRODUCTION_URL: 'proofstack.example',
  DATABASE_URL: 'postgres://u:hunter2@live-pooler.neon.tech/db',
  DATABASE_URL_UNPOOLED: 'postgres://u:hunter2@live.neon.tech/db',
  SERVICE_SECRET: secret,
  SMTP_URL: 'smtps://u:hunter2@mail.example',
  MAIL_FROM: 'Us <us@proofstack.example>',
  CRON_SECRET: 'c'.repeat(16),
  REBUILD_HOOK_URL: 'https://api.vercel.com/v1/integrations/deploy/x',
  KV_REST_API_URL: 'https://kv.example',
  KV_REST_API_TOKEN: 'token',
}
const preview = {
  ...production,
  VERCEL_ENV: 'preview',
  VERCEL_BRANCH_URL: 'proofstack-git-topic.vercel.app',
}

function refusal(environment: Record<string, string | undefined>): string[] {
  try {
    readDeployment(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

const without = (environment: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)))

describe('what the code runs on', () => {
  it.each([
    { given: {}, target: 'machine' },
    { given: { VERCEL: '' }, target: 'machine' },
    { given: { VERCEL_ENV: 'production' }, target: 'machine' },
    { given: { VERCEL: '1', VERCEL_ENV: 'production' }, target: 'production' },
    { given: { VERCEL: '1', VERCEL_ENV: 'preview' }, target: 'preview' },
    { given: { VERCEL: '1', VERCEL_ENV: 'development' }, target: 'preview' },
    { given: { VERCEL: '1', VERCEL_ENV: 'Production' }, target: 'preview' },
    { given: { VERCEL: '1' }, target: 'preview' },
  ])('$given is $target: in doubt it is not production', ({ given, target }) => {
    expect(targetOf(given)).toBe(target)
  })
})

describe('a machine of the operator', () => {
  it('needs no setting, and keeps those it has', () => {
    const given = { DATABASE_URL: 'postgres://h/db', PATH: '/bin' }
    expect(environmentOf(given)).toEqual(given)
    expect(readDeployment({})).toMatchObject({ target: 'machine', warnings: [] })
  })
})

describe('production', () => {
  it('with every setting is built without a warning', () => {
    expect(readDeployment(production)).toMatchObject({
      target: 'production',
      warnings: [],
      config: { DATABASE_URL: production.DATABASE_URL, SMTP_URL: production.SMTP_URL },
    })
  })

  it.each([
    { given: {}, site: 'https://proofstack.example' },
    { given: { SITE_URL: '' }, site: 'https://proofstack.example' },
    { given: { SITE_URL: 'https://www.example' }, site: 'https://www.example' },
  ])('has the address SITE_URL, else the one that the platform gave it', ({ given, site }) => {
    expect(readDeployment({ ...production, ...given }).config.SITE_URL).toBe(site)
  })

  it('without any setting names every missing one, one sentence each', () => {
    const sentences = refusal({ VERCEL: '1', VERCEL_ENV: 'production', VERCEL_URL: 'x.vercel.app' })
    expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual([
      'SITE_URL',
      'DATABASE_URL',
      'SERVICE_SECRET',
      'SMTP_URL',
    ])
    for (const sentence of sentences) expect(sentence).toMatch(/^\w+ is not set: .+\.$/)
  })

  it.each(['DATABASE_URL', 'SERVICE_SECRET', 'SMTP_URL', 'VERCEL_URL'])(
    'without %s is refused; an empty value is as if absent',
    (name) => {
      const sentence = [expect.stringMatching(`^${name} is not set: `)]
      expect(refusal(without(production, name))).toEqual(sentence)
      expect(refusal({ ...production, [name]: '' })).toEqual(sentence)
    },
  )

  it('reports mistakes together with missing settings', () => {
    const given = { ...without(production, 'SMTP_URL'), DATABASE_URL: 'mysql://h/hunter2' }
    expect(refusal(given)).toEqual([
      expect.stringMatching(/^SMTP_URL is not set: /),
      'DATABASE_URL must be a postgres:// URL.',
    ])
  })

  const optional = [
    ['DATABASE_URL_UNPOOLED'],
    ['MAIL_FROM'],
    ['CRON_SECRET'],
    ['REBUILD_HOOK_URL'],
    ['KV_REST_API_URL', 'KV_REST_API_TOKEN'],
  ]

  it.each(optional)(
    'without %s is built with a warning, which the running service repeats',
    (...names) => {
      const given = without(production, ...names)
      const warnings = names.map((name) => expect.stringMatching(`^${name} is not set: `))
      expect(readDeployment(given).warnings).toEqual(warnings)
      expect(readRunning(given).warnings).toEqual(warnings)
    },
  )

  it('with database, secret and mail alone is built, and each warning says what does not happen', () => {
    const { warnings } = readDeployment(without(production, ...optional.flat()))
    expect(warnings.join('\n')).toMatch(/^CRON_SECRET is not set: the cron is refused\./m)
    expect(warnings.join('\n')).toMatch(
      /^REBUILD_HOOK_URL is not set: .+follow only with the next deploy\./m,
    )
    expect(warnings).toHaveLength(6)
  })

  it.each(['KV_REST_API_URL', 'KV_REST_API_TOKEN'])(
    'is refused with half a store: no %s',
    (name) => {
      expect(refusal(without(production, name))).toEqual([expect.stringContaining(name)])
    },
  )
})

describe('a preview', () => {
  it('has no setting of production, though the environment has them', () => {
    const seen = JSON.stringify(environmentOf(preview))
    for (const name of [
      'DATABASE_URL',
      'DATABASE_URL_UNPOOLED',
      'SMTP_URL',
      'REBUILD_HOOK_URL',
      'KV_REST_API_URL',
      'KV_REST_API_TOKEN',
    ] as const)
      expect(seen).not.toContain(production[name])
  })

  it('has the database that is named for previews, for migrations too', () => {
    const own = { ...preview, PREVIEW_DATABASE_URL: 'postgres://h/preview' }
    const { config } = readDeployment(own)
    expect(config.DATABASE_URL).toBe('postgres://h/preview')
    expect(config.DATABASE_URL_UNPOOLED).toBeUndefined()
  })

  it('has its own address, whatever SITE_URL says, and allows its branch to call /mcp', () => {
    const { config } = readDeployment({
      ...preview,
      SITE_URL: 'https://proofstack.example',
      MCP_ALLOWED_ORIGINS: 'https://chat.example',
    })
    expect(config.SITE_URL).toBe('https://proofstack-abc123.vercel.app')
    expect(config.MCP_ALLOWED_ORIGINS).toEqual([
      'https://chat.example',
      'https://proofstack-git-topic.vercel.app',
    ])
  })

  it('sends no mail: mails become files in a folder that ends with the instance', () => {
    expect(readDeployment(preview).config).toMatchObject({
      MAIL_DIR: path.join(os.tmpdir(), 'proofstack-mail'),
    })
    expect(readDeployment(preview).config.SMTP_URL).toBeUndefined()
  })

  it('without a database needs no setting at all', () => {
    const bare = { VERCEL: '1', VERCEL_ENV: 'preview', VERCEL_URL: 'x.vercel.app' }
    expect(refusal(bare)).toEqual([])
    expect(readConfig(environmentOf(bare)).SERVICE_SECRET).toMatch(/^[0-9a-f]{64}$/)
  })

  it('with a database needs a secret that all its instances share', () => {
    const own = {
      ...without(preview, 'SERVICE_SECRET'),
      PREVIEW_DATABASE_URL: 'postgres://h/preview',
    }
    expect(refusal(own)).toEqual([expect.stringMatching(/^SERVICE_SECRET is not set: /)])
  })

  it('is assumed for a deployment without VERCEL_ENV, and its build is refused', () => {
    const unsaid = without(production, 'VERCEL_ENV', 'VERCEL_URL')
    expect(environmentOf(unsaid)).toMatchObject({ DATABASE_URL: undefined })
    expect(refusal(unsaid)).toEqual([
      expect.stringMatching(/^VERCEL_ENV is not set: .+system environment variables/),
      expect.stringMatching(/^VERCEL_URL is not set: /),
    ])
  })
})

it('the guide of the deployment names each setting, and which builds are refused without it', async () => {
  const guide = await readFile(path.resolve('content/docs/deploy.md'), 'utf8')
  const rows = new Map(
    [...guide.matchAll(/^\| `(\w+)`.*\| (.+?) +\|$/gm)].map(([, name, without]) => [name, without]),
  )
  for (const [name, { production }] of Object.entries(deploymentNeeds)) {
    expect([...rows.keys()]).toContain(name)
    // SITE_URL defaults to the address of the platform.
    const isRefused = production === 'required' && name !== 'SITE_URL'
    expect(rows.get(name)!.startsWith('The build is refused'), name).toBe(isRefused)
  }
})
