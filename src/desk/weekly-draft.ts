import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#db/connect.ts'
import { readDraft } from '#db/weekly-issues.ts'
import { plain } from '#exports/markdown.ts'

export interface Draft {
  number: number
  file: string
  slugs: string[]
  text: string
}

/**
 * The numbers of the files that hold an issue. An empty one holds none: the shell makes it for
 * `weekly --draft > content/weekly/3.md` before anything is printed.
 */
export async function issueNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  const numbers = names.map(async (name) => {
    const [, number] = /^(\d+)\.md$/.exec(name) ?? []
    if (number === undefined) return []
    return (await stat(path.join(folder, name))).size > 0 ? [Number(number)] : []
  })
  return (await Promise.all(numbers)).flat()
}

const week = 7 * 86_400_000

/**
 * A draft of the next issue, from what was approved in the week before and stands in no issue yet.
 * `files` are the numbers of content/weekly, where an issue may wait to be published.
 */
export async function draftIssue(db: Db, now: Date, files: readonly number[]): Promise<Draft> {
  const { lastNumber, listings } = await readDraft(db, new Date(now.getTime() - week))
  const number = Math.max(lastNumber, 0, ...files) + 1
  const day = now.toISOString().slice(0, 10)
  const paragraphs = listings.map(
    ({ slug, name, description }) => `[${plain(name)}](/product/${slug}): ${plain(description)}`,
  )
  const text = `---
title: The week before ${day}
slug: week-${day}
products: [${listings.map(({ slug }) => slug).join(', ')}]
---

${paragraphs.join('\n\n')}
`
  const file = `content/weekly/${number}.md`
  return { number, file, slugs: listings.map(({ slug }) => slug), text }
}
