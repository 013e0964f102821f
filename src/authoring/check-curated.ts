import { readUnstamped } from '#content-files/check-file.ts'
import type { Command } from './arguments.ts'
import { checkRepositories, fromFile, usage } from './check-repositories.ts'
import { type FileSession, NeedsDatabase } from './file-session.ts'

/** Checks a listing of content/ without a database. A submission needs the database. */
export const checkCurated: Command<FileSession> = {
  ...usage,
  run: async (session, words) => {
    const [slug = ''] = words
    const { root, verifier } = session
    const written = await readUnstamped(root, slug, { now: session.now(), by: verifier })
    if (written) return checkRepositories(session, fromFile(slug, written))
    throw new NeedsDatabase()
  },
}
