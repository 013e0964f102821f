import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { ConfigError, readConfig } from './config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Where the code runs: on a machine of the operator, in production on the platform, or in a preview
 * on the platform. https://vercel.com/docs/environment-variables/system-environment-variables
 */
export type Target = 'machine' | 'production' | 'preview'

/** The target of an environment. On the platform, what is not named production is a preview. */
export function targetOf(environment: Environment): Target {
  if (!environment['VERCEL']) return 'machine'
  return environment['VERCEL_ENV'] === 'production' ? 'production' : 'preview'
}

/**
 * The settings that a deployment on the platform needs. A build without a required setting is
 * refused; a missing recommended setting is a warning. `preview` is for previews with a database of
 * their own, `host` for a host of the operator's own. A test compares this table with the page /docs/deploy.
 */
export const deploymentNeeds = {
  SITE_URL: {
    production: 'required',
    host: 'required',
    otherwise: 'pages, feeds and mails would lead to localhost. Set it to the address of the site',
  },
  DATABASE_URL: {
    production: 'required',
    host: 'required',
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
    host: 'required',
    otherwise: 'no mail would be sent. Set it to the SMTP address of the mail provider',
  },
  MAIL_FROM: {
    production: 'recommended',
    host: 'recommended',
    otherwise: 'mails come from an example address, and providers refuse them',
  },
  CRON_SECRET: {
    production: 'recommended',
    otherwise:
      'the cron is refused. Mails that failed are tried again only after the next submission or decision; badges and repositories are not checked again, and expired rows are not deleted. `openssl rand -hex 32` makes one; it has at least 16 characters',
  },
  REBUILD_HOOK_URL: {
    production: 'recommended',
    otherwise:
      'no decision starts a build. The API, MCP and search follow at once, and so does the page of a new listing; the home page, lists, feeds, downloads and the pages of corrected or withdrawn listings follow only with the next deploy. Set it to a deploy hook of the project',
  },
  KV_REST_API_URL: {
    production: 'recommended',
    otherwise: 'reads have no limits, and Postgres alone counts submissions. Upstash gives it',
  },
  KV_REST_API_TOKEN: {
    production: 'recommended',
    otherwise: 'the rate-limit store refuses every call. Upstash gives it with KV_REST_API_URL',
  },
} as const satisfies Record<string, Need>

interface Need {
  production: 'required' | 'recommended' | 'unused'
  preview?: 'required'
  host?: 'required' | 'recommended'
  /** The end of a sentence: what happens without the setting, and how to get it. */
  otherwise: string
}

/** Only production gets them: a preview would write to the public database or send mails. */
const productionsOwn = new Set([
  'DATABASE_URL',
  'DATABASE_URL_UNPOOLED',
  'SMTP_URL',
  'REBUILD_HOOK_URL',
  'KV_REST_API_URL',
  'KV_REST_API_TOKEN',
  'EDITOR_MAIL',
])

/**
 * The environment variables that a deployment may use. In production SITE_URL defaults to the
 * platform's URL. A preview has a URL of its own, a database of its own or none, and no setting
 * that only production gets.
 */
export function environmentOf(
  environment: Environment,
  makeSecret = () => randomBytes(32).toString('hex'),
): Record<string, string | undefined> {
  const target = targetOf(environment)
  if (target === 'machine') return { ...environment }
  if (target === 'production')
    return {
      ...environment,
      SITE_URL: environment['SITE_URL'] || hostUrl(environment, 'VERCEL_PROJECT_PRODUCTION_URL'),
    }
  const database = environment['PREVIEW_DATABASE_URL']
  const branch = hostUrl(environment, 'VERCEL_BRANCH_URL')
  return {
    ...Object.fromEntries(
      Object.entries(environment).filter(([name]) => !productionsOwn.has(name)),
    ),
    SITE_URL: hostUrl(environment, 'VERCEL_URL'),
    DATABASE_URL: database,
    // On the platform only the temporary folder can be written.
    MAIL_DIR: path.join(os.tmpdir(), 'proofstack-mail'),
    // A preview also has a URL for its branch, which must be allowed as an origin too.
    MCP_ALLOWED_ORIGINS: [environment['MCP_ALLOWED_ORIGINS'], branch].filter(Boolean).join(','),
    // The secret makes hashes in the database. Without a database no other instance reads them, so
    // each instance makes its own secret.
    SERVICE_SECRET: environment['SERVICE_SECRET'] || (database ? undefined : makeSecret()),
  }
}

// A URL from a variable of the platform that contains only a hostname.
function hostUrl(environment: Environment, name: string): string | undefined {
  const host = environment[name]
  return host ? `https://${host}` : undefined
}

export type Deployment = ReturnType<typeof readRunning>

/** Reads the settings of a running deployment. Its build has already checked the required ones. */
export function readRunning(environment: Environment) {
  const target = targetOf(environment)
  const given = environmentOf(environment)
  // A sentence for each recommended setting that is missing.
  const warnings = target === 'production' ? missingNeeds(target, 'recommended', given) : []
  return { target, config: readConfig(given), warnings }
}

/**
 * Reads the settings of a build. Throws one `ConfigError` with a sentence for each required setting
 * that is missing on the platform and for each invalid setting.
 */
export function readDeployment(environment: Environment): Deployment {
  const missing = requiredMissing(environment)
  try {
    const deployment = readRunning(environment)
    if (missing.length === 0) return deployment
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    missing.push(error.message)
  }
  throw new ConfigError(missing)
}

function requiredMissing(environment: Environment): string[] {
  const target = targetOf(environment)
  if (target === 'machine') return []
  // Without these variables it is unknown whether the code runs in a preview or in production.
  const unexposed = ['VERCEL_ENV', 'VERCEL_URL'].filter((name) => !environment[name])
  return [
    ...unexposed.map(
      (name) =>
        `${name} is not set: the project must expose the platform’s system environment variables (Settings, Environment Variables).`,
    ),
    ...missingNeeds(target, 'required', environmentOf(environment)),
  ]
}

/** A sentence for each setting of this level that is missing. */
export function missingNeeds(
  target: 'production' | 'preview' | 'host',
  level: string,
  given: Environment,
): string[] {
  return Object.entries<Need>(deploymentNeeds)
    .filter(([name, need]) => need[target] === level && !given[name])
    .map(([name, need]) => `${name} is not set: ${need.otherwise}.`)
}
