import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { type Config, ConfigError, readConfig } from './config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Where the code runs: on a machine of somebody's own, or on the platform, as its production or as
 * anything else. https://vercel.com/docs/environment-variables/system-environment-variables
 */
export type Target = 'machine' | 'production' | 'preview'

/** Tells the target. Whatever on the platform does not say that it is production is none. */
export function targetOf(environment: Environment): Target {
  if (!environment['VERCEL']) return 'machine'
  return environment['VERCEL_ENV'] === 'production' ? 'production' : 'preview'
}

/**
 * What a deployment of the platform needs: a build without what is required is refused, and tells
 * what happens without the rest. `preview` is a preview that has a database of its own; one without
 * needs nothing. /docs/deploy lists the same settings, and a test compares them.
 */
export const deploymentNeeds = {
  SITE_URL: {
    production: 'required',
    otherwise: 'pages, feeds and mails would lead to localhost. Set it to the address of the site',
  },
  DATABASE_URL: {
    production: 'required',
    otherwise: 'nothing could be kept. Set it to the pooled address of the Neon database',
  },
  DATABASE_URL_UNPOOLED: {
    production: 'recommended',
    otherwise:
      'migrations run through the pooler, which may keep their lock. Neon gives this address, too',
  },
  PREVIEW_DATABASE_URL: {
    production: 'unused',
    otherwise: 'previews are built from content/ alone, and what needs a database answers 503',
  },
  SERVICE_SECRET: {
    production: 'required',
    preview: 'required',
    otherwise: 'no submission could be counted. `openssl rand -hex 32` makes one',
  },
  SMTP_URL: {
    production: 'required',
    otherwise: 'no mail would be sent. Set it to the SMTP address of the mail provider',
  },
  MAIL_FROM: {
    production: 'recommended',
    otherwise: 'mails come from an example’s address, and providers refuse them',
  },
  CRON_SECRET: {
    production: 'recommended',
    otherwise:
      'the cron is refused. Mails that failed are tried again only after the next submission or decision; badges and repositories are not looked at again, and expired rows are not deleted. `openssl rand -hex 32` makes one, 16 characters are the least',
  },
  REBUILD_HOOK_URL: {
    production: 'recommended',
    otherwise:
      'no decision asks for a build. The API, MCP and search follow at once, and so does the page of a new listing; the home page, lists, feeds, downloads and the pages of corrected or withdrawn listings follow only with the next deploy. Set it to a deploy hook of the project',
  },
  KV_REST_API_URL: {
    production: 'recommended',
    otherwise: 'reads have no limits, and Postgres alone counts submissions. Upstash gives it',
  },
  KV_REST_API_TOKEN: {
    production: 'recommended',
    otherwise: 'the store of the limits lets nobody in. Upstash gives it with KV_REST_API_URL',
  },
} as const satisfies Record<string, Need>

interface Need {
  production: 'required' | 'recommended' | 'unused'
  preview?: 'required'
  /** What happens without it, and where it comes from: the end of a sentence. */
  otherwise: string
}

/** Production's own: with it a preview would write to what visitors see, or write to people. */
const productionsOwn = new Set([
  'DATABASE_URL',
  'DATABASE_URL_UNPOOLED',
  'SMTP_URL',
  'REBUILD_HOOK_URL',
  'KV_REST_API_URL',
  'KV_REST_API_TOKEN',
])

/**
 * The environment as a deployment may use it. Production has the platform's address where none is
 * set; a preview has its own address, its own database or none, and nothing of production's.
 */
export function environmentOf(
  environment: Environment,
  makeSecret = () => randomBytes(32).toString('hex'),
): Record<string, string | undefined> {
  const target = targetOf(environment)
  if (target === 'machine') return { ...environment }
  if (target === 'production')
    return { ...environment, SITE_URL: environment['SITE_URL'] || hostUrl(environment, 'PROJECT') }
  const database = environment['PREVIEW_DATABASE_URL']
  const branch = hostUrl(environment, 'BRANCH')
  return {
    ...Object.fromEntries(
      Object.entries(environment).filter(([name]) => !productionsOwn.has(name)),
    ),
    SITE_URL: hostUrl(environment, 'DEPLOYMENT'),
    DATABASE_URL: database,
    // Files of an instance, gone with it: the rest of its disk cannot be written.
    MAIL_DIR: path.join(os.tmpdir(), 'proofstack-mail'),
    // The same deployment has a second address, that of its branch.
    MCP_ALLOWED_ORIGINS: [environment['MCP_ALLOWED_ORIGINS'], branch].filter(Boolean).join(','),
    // Without a database nothing is kept that another instance would have to read.
    SERVICE_SECRET: environment['SERVICE_SECRET'] || (database ? undefined : makeSecret()),
  }
}

const addressVariables = {
  PROJECT: 'VERCEL_PROJECT_PRODUCTION_URL',
  DEPLOYMENT: 'VERCEL_URL',
  BRANCH: 'VERCEL_BRANCH_URL',
} as const

// The platform gives hosts without a scheme.
function hostUrl(
  environment: Environment,
  which: keyof typeof addressVariables,
): string | undefined {
  const host = environment[addressVariables[which]]
  return host ? `https://${host}` : undefined
}

export interface Deployment {
  target: Target
  config: Config
  /** A sentence for each recommended setting that is missing. */
  warnings: string[]
}

/** Reads the settings of what runs; its build would have been refused without those it needs. */
export function readRunning(environment: Environment): Deployment {
  const target = targetOf(environment)
  const given = environmentOf(environment)
  const { recommended } = missingSettings(target, environment, given)
  return { target, config: readConfig(given), warnings: recommended }
}

/**
 * Reads the settings of a build. Throws one `ConfigError` with a sentence for each setting that is
 * missing on the platform, and for each mistake.
 */
export function readDeployment(environment: Environment): Deployment {
  const target = targetOf(environment)
  const given = environmentOf(environment)
  const missing = missingSettings(target, environment, given)
  const { config, mistakes } = parsed(given)
  if (!config || missing.required.length > 0)
    throw new ConfigError([...missing.required, ...mistakes])
  return { target, config, warnings: missing.recommended }
}

function parsed(given: Environment): { config?: Config; mistakes: string[] } {
  try {
    return { config: readConfig(given), mistakes: [] }
  } catch (error) {
    if (error instanceof ConfigError) return { mistakes: error.message.split('\n') }
    throw error
  }
}

function missingSettings(target: Target, environment: Environment, given: Environment) {
  const needed = (level: string) =>
    Object.entries<Need>(deploymentNeeds).flatMap(([name, need]) =>
      need[target === 'production' ? 'production' : 'preview'] === level && !given[name]
        ? [`${name} is not set: ${need.otherwise}.`]
        : [],
    )
  if (target === 'machine') return { required: [], recommended: [] }
  // Without its own words nobody could tell a preview from production when a request comes.
  const unexposed = ['VERCEL_ENV', 'VERCEL_URL'].filter((name) => !environment[name])
  const required = unexposed.map(
    (name) =>
      `${name} is not set: the project must expose the platform’s system environment variables (Settings, Environment Variables).`,
  )
  if (target === 'production')
    return { required: [...required, ...needed('required')], recommended: needed('recommended') }
  return { required: [...required, ...needed('required')], recommended: [] }
}
