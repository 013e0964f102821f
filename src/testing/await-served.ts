import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { eventually } from './editor.ts'
import { failedFile, request } from './service.ts'

const { url, dataDir } = inject('served')
const failed = path.join(dataDir, failedFile)

// The service builds its site while the other tests run. Whoever asks first waits for the rest.
await eventually(
  () => {
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'))
    return request(url).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    )
  },
  (status) => status === 200,
  // A checkout makes one build at a time, and other tests start services of their own.
  5,
)
