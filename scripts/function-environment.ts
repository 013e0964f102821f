import path from 'node:path'
import { type Config, functionSettings } from '#config.ts'
import { ownSecret } from '#hosting/own-secret.ts'

/** The environment of the functions on this machine: their settings and no other variable. */
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
