/** A pattern for the paths of static files that programs on any origin may read. */
export const openFilesPattern =
  '^/(?:(?:\\.well-known|data|schemas)/.+|mcp/server-card|server\\.json|llms(?:-full)?\\.txt|product/[a-z0-9-]+\\.cdx\\.json|.+\\.md)$'

const pattern = new RegExp(openFilesPattern)

/** Whether a request is the CORS preflight of a static file. */
export function isFilePreflight({ method, url }: Request): boolean {
  return method === 'OPTIONS' && pattern.test(new URL(url).pathname)
}
