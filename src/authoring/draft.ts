import { gitHubName } from '#proof/repositories/read-github.ts'
import type { Command } from './arguments.ts'
import type { FileSession } from './file-session.ts'

export const draft: Command<FileSession> = {
  about: 'write the file of a listing from its repository; the texts are left to a person',
  more: `It reads the public repository at GitHub (GITHUB_TOKEN raises the limit there), or a checkout of it, and
writes content/listings/<slug>.yaml with what the repository proves, and its proofs as reread
does. A file that is there is not written over. What the repository says of itself stands behind a #.`,
  words: ['repository'],
  optional: 'slug',
  options: ['checkout', 'commit', 'dryRun', 'as'],
  check: ([repository = ''], { checkout, commit }) => {
    if (gitHubName(repository) === undefined)
      return `Name a repository as https://github.com/owner/name, not ${JSON.stringify(repository)}.`
    return commit !== undefined && checkout === undefined
      ? '--commit names a commit of a --checkout.'
      : undefined
  },
  // Imported on demand: the manifest parsers take a second to load.
  run: async (session, [repository = '', slug]) => {
    const { draftListing } = await import('./draft/draft-listing.ts')
    return draftListing(session, `https://github.com/${gitHubName(repository)}`, slug)
  },
}
