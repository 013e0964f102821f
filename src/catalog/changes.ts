import changes from 'virtual:changes'
import issues from 'virtual:issues'

/** The newest items of the changelog at this build, newest first. */
export const publishedChanges = changes

/** The weekly issues that are published, newest first. */
export const publishedIssues = issues

/** Those that are about a product built with a tool. */
export function changesWith(toolSlug: string) {
  return changes.filter(({ tool_slugs }) => tool_slugs.includes(toolSlug))
}
