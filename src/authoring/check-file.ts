import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type CheckedFile, checkFile, contentFile } from '#content-files/check-file.ts'
import { withLine } from '#content-files/field-lines.ts'
import type { Editor } from '#content-files/listing-stamps.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'
import { done, notDone } from './result.ts'
import { onOneLine } from './terminal-text.ts'

export const checkFiles: Command<FileSession> = {
  about: 'look at files of listings and tools by themselves, in a second',
  more: `It looks at the form of each file and at what it says of others: names, tools, domains, links. It names
praise, texts that speak to models, and tools of a new listing that nothing shows. Names and packages
that another tool has are found by the build, which looks at all files together.`,
  takes: '<file> …',
  run: async (session, named) => {
    const { root, now, verifier } = session
    const files: CheckedFile[] = []
    for (const each of named) {
      const file = contentFile(root, each)
      const problem = `${each}: is no file of content/listings or content/tools`
      files.push(
        file === undefined
          ? { file: each, problems: [problem], stamps: {} }
          : await checkWithLines(root, file, { now: now(), by: verifier }),
      )
    }
    const finish = files.every(({ problems }) => problems.length === 0) ? done : notDone
    return finish(session, { outcome: 'checked', files }, files.flatMap(linesOf).join('\n'))
  },
}

/** Checks one file of content/; each problem names the line of its field. */
export async function checkWithLines(
  root: string,
  file: string,
  editor: Editor,
): Promise<CheckedFile> {
  const [checked, text] = await Promise.all([
    checkFile(root, file, editor),
    readFile(path.join(root, file), 'utf8').catch(() => ''),
  ])
  const problems = checked.problems.map((problem) => onOneLine(withLine(file, text, problem)))
  return { ...checked, problems }
}

function linesOf({ file, problems, stamps }: CheckedFile): string[] {
  if (problems.length > 0) return problems
  if (Object.keys(stamps).length === 0) return [`${file}: is good`]
  const slug = path.parse(file).name
  return [`${file}: is good; when an editor approves it: npm run editor -- stamp ${slug}`]
}
