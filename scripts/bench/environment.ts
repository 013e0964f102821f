import path from 'node:path'
import type { Ground } from './ground.ts'

/** The settings of a function under measure; the same that `npm start` hands to its own. */
export function functionEnvironment({
  folder,
  databaseUrl,
}: Pick<Ground, 'folder' | 'databaseUrl'>): Record<string, string> {
  return {
    SITE_URL: 'http://localhost:4321',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SERVICE_SECRET: 'of no worth outside of a measurement',
    MAIL_DIR: path.join(folder, 'mail'),
    NODE_ENV: 'production',
  }
}
