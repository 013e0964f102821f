import { currentRequest } from './request.ts'

export const levels = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

/** The format of log lines: a JSON object for machines, or a sentence for people. */
export const formats = ['json', 'people'] as const
export type Format = (typeof formats)[number]

/** The fields of a log line besides its message. Undefined fields are left out. */
type Fields = Readonly<Record<string, string | number | undefined>>

export type Logger = Record<Level, (message: string, fields?: Fields) => void>

/**
 * A logger that writes lines of `level` or above. Lines of a request have the request's id. Callers
 * must pass no e-mail address, no token and no query.
 */
export function createLogger(options: {
  level: Level
  format: Format
  clock: () => Date
  write: (line: string, level: Level) => void
}): Logger {
  const { level: least, format, clock, write } = options
  const text: (line: Line) => string = format === 'json' ? JSON.stringify : peopleLine
  const at = (level: Level): Logger[Level] =>
    levels.indexOf(level) < levels.indexOf(least)
      ? () => {}
      : (message, fields = {}) => {
          const time = clock().toISOString()
          write(text({ level, time, message, request_id: currentRequest()?.id, ...fields }), level)
        }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

type Line = Fields & { level: Level; time: string; message: string }

// A log line for people. The message precedes the other fields; only the stack of an error has
// several lines.
function peopleLine({ level, time, message, error, ...fields }: Line): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${value}`,
  )
  const head = [time.slice(11, 23), level.padEnd(5), message, ...pairs].join(' ')
  return error === undefined ? head : `${head}\n${error}`
}
