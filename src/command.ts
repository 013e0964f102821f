import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigError } from './config.ts'

/** Wrong arguments of a command; the message has its usage. */
export class Misuse extends Error {}

/** The arguments of a command. An unknown option is a `Misuse`. */
export function typedArguments<T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${usage}`)
  }
}

/**
 * Runs a command for people: an error is a sentence and a non-zero exit code, without a stack trace.
 * The process ends although a WebSocket of the Neon driver may stay open: it cannot be destroyed
 * while its other end does not answer.
 */
export async function run(
  command: () => Promise<number | void>,
  { lingerMs = 2_000 }: { lingerMs?: number } = {},
): Promise<void> {
  try {
    process.exitCode = (await command()) ?? 0
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = error instanceof Misuse ? 2 : 1
  }
  setTimeout(() => process.exit(), lingerMs).unref()
}

/** An error as a sentence for people. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof ConfigError ? `The settings cannot be used:\n${message}` : message
}
