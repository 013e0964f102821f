import changes from 'virtual:changes'

/** The newest items of the changelog at this build, newest first. */
export const publishedChanges = changes

/** Those that are about a product built with a tool. */
export function changesWith(toolSlug: string) {
  return changes.filter(({ tool_slugs }) => tool_slugs.includes(toolSlug))
}
