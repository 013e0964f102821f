import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#db/connect.ts'
import { readDraft } from '#db/weekly-issues.ts'
import { plain } from '#exports/markdown.ts'

/**
 * The numbers of the issue files. Empty files do not count: the shell creates one for
 * `weekly --draft > content/weekly/3.md` before the draft is printed.
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
 * A draft of the next issue, from the approvals of the week that are in no issue yet. `files` are
 * the numbers of content/weekly, where an issue may wait to be published.
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
