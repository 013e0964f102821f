import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { readArguments } from '#authoring/arguments.ts'
import { fileCommands } from '#authoring/file-commands.ts'
import type { FileSession } from '#authoring/file-session.ts'

const repository = path.resolve(import.meta.dirname, '../..')

/** The file of a listing, but for who approved it and when. */
export const acmeListing = `name: Acme
url: https://acme.example
description: It acts.
topics: [personal-assistants]
overview: It acts on its own.
tools: [langgraph]
evidence:
  - {type: website, url: https://acme.example/how, shows: How it acts with LangGraph.}
`

/** A temporary checkout with these tools and the tables of content/, but without listings. */
export async function contentFolder(...tools: readonly string[]): Promise<string> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'proofstack-files-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await mkdir(path.join(root, 'content/listings'), { recursive: true })
  const tables = ['categories.yaml', 'code-hosts.yaml', 'topics.yaml']
  const files = [...tables, ...tools.map((slug) => `tools/${slug}.yaml`)]
  for (const file of files)
    await cp(path.join(repository, 'content', file), path.join(root, 'content', file))
  return root
}

/** Runs an editor's command for content files from its arguments, and returns its output. */
export async function runOnFiles(
  root: string,
  argv: readonly string[],
  more: Partial<FileSession> = {},
) {
  const read = readArguments<FileSession>(argv, fileCommands)
  if (read.kind !== 'run') throw new Error(`wrong use in a test: ${JSON.stringify(read)}`)
  const printed: { value: object; text: string }[] = []
  const code = await read.command.run(
    {
      root,
      verifier: read.values.as ?? 'Proofstack editors',
      reader: async () => read.values.as ?? 'Ada Reader',
      now: () => new Date('2026-11-22T09:00:00.123Z'),
      look: async () => ({ kind: 'failed', reason: 'Nobody answers.' }),
      gitHubToken: async () => undefined,
      values: read.values,
      findSubmitted: async () => undefined,
      print: (value, text) => void printed.push({ value, text }),
      ...more,
    },
    read.words,
  )
  const text = printed.map((one) => one.text).join('\n')
  return { code, text, values: printed.map(({ value }) => value) }
}
