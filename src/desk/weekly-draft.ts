import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#db/connect.ts'
import { readDraft } from '#db/weekly-issues.ts'
import { plain } from '#exports/markdown.ts'

/**
 * The numbers of the existing issue files. Empty files are ignored: for `weekly --draft >
 * content/weekly/3.md`, the shell creates an empty 3.md before this command runs.
 */
export async function issueNumbers(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).map(async (name) => {
    const [, number] = /^(\d+)\.md$/.exec(name) ?? []
    if (number === undefined) return []
    return (await stat(path.join(folder, name))).size > 0 ? [Number(number)] : []
  })
  return (await Promise.all(numbers)).flat()
}

const weekMs = 7 * 86_400_000

/**
 * Drafts the next weekly issue from the approvals of the last week that no issue contains. `files`
 * are the issue numbers in content/weekly, which may not be published yet.
 */
export async function draftIssue(db: Db, now: Date, files: readonly number[]) {
  const { lastNumber, listings } = await readDraft(db, new Date(now.getTime() - weekMs))
  const number = Math.max(lastNumber, 0, ...files) + 1
  const day = now.toISOString().slice(0, 10)
  const slugs = listings.map(({ slug }) => slug)
  const paragraphs = listings.map(
    ({ slug, name, description }) => `[${plain(name)}](/product/${slug}): ${plain(description)}`,
  )
  const text = `---
title: The week before ${day}
slug: week-${day}
products: [${slugs.join(', ')}]
---

${paragraphs.join('\n\n')}
`
  return { number, file: `content/weekly/${number}.md`, slugs, text }
}
