import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { eventually } from './editor.ts'
import { failedFile, request } from './service.ts'

const { url, dataDir } = inject('served')
const failed = path.join(dataDir, failedFile)

// The service starts while other tests run. Tests of the served site begin when it answers.
await eventually(
  () => {
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'))
    return request(url).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    )
  },
  (status) => status === 200,
  // In minutes: only one build runs in a checkout at a time, and other tests start services, too.
  5,
)
