import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigError } from './config.ts'

/** The error of a command with wrong arguments. Its message contains the usage of the command. */
export class Misuse extends Error {}

/** Parses the arguments of a command. Throws `Misuse` for an unknown option. */
export function typedArguments<T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${usage}`)
  }
}

/**
 * Runs a command for people: an error is printed as a sentence, without a stack trace, and the exit
 * code is not zero. The process ends even if a WebSocket of the Neon driver stays open: the socket
 * cannot be destroyed while its other end does not answer.
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
