import { expect, it } from 'vitest'
import { wantedEncoding } from './content-encoding.ts'

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['identity', 'identity'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['gzip;q=nonsense', 'identity'],
])('%j wants %s', (accept, encoding) => expect(wantedEncoding(accept)).toBe(encoding))
