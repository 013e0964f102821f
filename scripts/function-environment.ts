import path from 'node:path'
import { type Config, functionSettings } from '#config.ts'
import { ownSecret } from '#hosting/own-secret.ts'

/** The environment variables of the functions on this machine: only the settings that they need. */
export function functionEnvironment(
  config: Config,
  at: { dataDir: string; site: string; databaseUrl: string },
): Record<string, string> {
  return {
    ...functionSettings(config),
    SITE_URL: at.site,
    DATABASE_URL: at.databaseUrl,
    DATA_DIR: at.dataDir,
    SERVICE_SECRET: config.SERVICE_SECRET ?? ownSecret(path.join(at.dataDir, 'secret')),
    MAIL_DIR: config.MAIL_DIR ?? path.join(at.dataDir, 'mail'),
    NODE_ENV: 'production',
  }
}
