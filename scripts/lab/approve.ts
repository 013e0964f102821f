// The editor's command that benchmarks and trials use.
import path from 'node:path'
import { runScript } from '#testing/service.ts'

/** Approves a submission beside the service of a data folder, whose settings may name a database. */
export function approve(slug: string, dataDir: string, settings: Record<string, string> = {}) {
  const forMails = { SITE_URL: 'http://localhost:4321', MAIL_DIR: path.join(dataDir, 'mail') }
  const environment = { ...forMails, ...settings }
  return runScript('editor.ts', ['approve', slug, '--yes'], { dataDir, environment })
}
