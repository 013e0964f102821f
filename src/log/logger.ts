import { currentRequest } from './request.ts'

export const levels = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

/** How lines are written: one JSON object each for machines, or as a sentence for people. */
export const formats = ['json', 'people'] as const
export type Format = (typeof formats)[number]

/** What a line says beside its message. What is undefined is left out. */
type Fields = Readonly<Record<string, string | number | undefined>>

export type Logger = Record<Level, (message: string, fields?: Fields) => void>

/**
 * Writes the lines of the log from a level on. A line that is written while a request is answered
 * carries the id of the request, so that nobody has to hand it on. Callers hand over no e-mail, no
 * token and no query.
 */
export function createLogger(options: {
  level: Level
  format: Format
  clock: () => Date
  write: (line: string, level: Level) => void
}): Logger {
  const { level: least, format, clock, write } = options
  const text = format === 'json' ? jsonLine : peopleLine
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

function jsonLine(line: Line): string {
  return JSON.stringify(line)
}

// The message first: a person reads from the left. A stack is the one thing of several lines.
function peopleLine({ level, time, message, error, ...fields }: Line): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${value}`,
  )
  const head = [time.slice(11, 23), level.padEnd(5), message, ...pairs].join(' ')
  return error === undefined ? head : `${head}\n${error}`
}
