import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigError } from './config.ts'

/** A mistake of whoever typed a command: how it is used. */
export class Misuse extends Error {}

/** What was typed after a command; an option that it does not know is a `Misuse`, with the usage. */
export function typedArguments<T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${usage}`)
  }
}

/**
 * Runs a command for people: what goes wrong is a sentence and a non-zero exit, never a page of
 * somebody's source. It ends although a WebSocket of the platform may stay open for ever: one whose
 * other end has fallen silent cannot be destroyed.
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

/** What went wrong, for people. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof ConfigError ? `The settings cannot be used:\n${message}` : message
}
