// The command `editor approve`, for benchmarks and trials.
import path from 'node:path'
import { runScript } from '#testing/service.ts'

/** Approves a submission beside a running service. `settings` may name a database. */
export function approve(slug: string, dataDir: string, settings: Record<string, string> = {}) {
  const forMails = { SITE_URL: 'http://localhost:4321', MAIL_DIR: path.join(dataDir, 'mail') }
  const environment = { ...forMails, ...settings }
  return runScript('editor.ts', ['approve', slug, '--yes'], { dataDir, environment })
}
