import { inject } from 'vitest'
import { eventually } from './editor.ts'
import { request } from './service.ts'

// The service builds its site while the other tests run. Whoever asks first waits for the rest.
await eventually(
  () =>
    request(inject('served').url).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    ),
  (status) => status === 200,
  // A checkout makes one build at a time, and other tests start services of their own.
  5,
)
