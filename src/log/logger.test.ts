import { expect, it } from 'vitest'
import { type Format, type Level, createLogger } from './logger.ts'
import { forRequest } from './request.ts'

function lines(level: Level, format: Format) {
  const written: { line: string; level: Level }[] = []
  const log = createLogger({
    level,
    format,
    clock: () => new Date('2026-05-18T05:28:47.564Z'),
    write: (line, at) => written.push({ line, level: at }),
  })
  return { log, written }
}

it('a line for machines is one JSON object, with any content in its fields', () => {
  const { log, written } = lines('info', 'json')
  log.info('request', { status: 200, path: '/a\n{"level":"error"}', operation: undefined })
  expect(written).toHaveLength(1)
  expect(written[0]!.line).not.toContain('\n')
  expect(JSON.parse(written[0]!.line)).toEqual({
    level: 'info',
    time: '2026-05-18T05:28:47.564Z',
    message: 'request',
    status: 200,
    path: '/a\n{"level":"error"}',
  })
})

it('a line for people begins with the message, and a stack is on separate lines', () => {
  const { log, written } = lines('info', 'people')
  log.error('GET /x failed', { error: 'Error: no\n    at place', status: 500 })
  expect(written).toEqual([
    {
      line: '05:28:47.564 error GET /x failed status=500\nError: no\n    at place',
      level: 'error',
    },
  ])
})

it('lines below the level are not written', () => {
  const { log, written } = lines('warn', 'json')
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(written.map(({ level }) => level)).toEqual(['warn', 'error'])
})

it('lines written during a request have its id, in asynchronous code too', async () => {
  const { log, written } = lines('info', 'json')
  await Promise.all(
    ['first', 'second'].map((id) =>
      forRequest(id, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        log.info(`of the ${id}`)
      }),
    ),
  )
  log.info('of nobody')
  expect(written.map(({ line }) => JSON.parse(line) as object)).toMatchObject([
    { message: 'of the first', request_id: 'first' },
    { message: 'of the second', request_id: 'second' },
    { message: 'of nobody' },
  ])
  expect(written[2]!.line).not.toContain('request_id')
})
