import { readFile } from 'node:fs/promises'
import { type NamedTool, detectPath } from './detect-path.ts'

type Submission = Record<string, unknown> & { tool_slugs?: string[] }

const deadlineMs = 20_000

/**
 * A complete submission from a file, with the tools that the manifests of a project name, and a line
 * for each tool that the file does not name.
 */
export async function proposalOf(
  { file, at, email }: { file: string; at: string; email: string | undefined },
  tools: readonly NamedTool[],
): Promise<{ submission: Submission; lines: string[] }> {
  const written = JSON.parse(await readFile(file, 'utf8')) as Submission | null
  const named = written?.tool_slugs ?? []
  if (!Array.isArray(named)) throw new Error(`tool_slugs in ${file} is not a list.`)
  const found = await detectPath(at, tools)
  const added = found.tools.filter(({ slug }) => !named.includes(slug))
  return {
    submission: {
      ...written,
      ...(email ? { email } : {}),
      tool_slugs: [...named, ...added.map(({ slug }) => slug)],
    },
    lines: added.map(
      ({ slug, name, evidence }) => `adds: ${slug} (${name}), by ${evidence[0]!.source}`,
    ),
  }
}

/** Sends a proposal with the token of its owner, and returns a sentence about the answer. */
export async function sendProposal(
  site: string,
  slug: string,
  token: string,
  submission: Submission,
): Promise<{ isError: boolean; body: unknown; text: string }> {
  const response = await fetch(`${site}/api/v1/products/${encodeURIComponent(slug)}`, {
    method: 'PUT',
    // The end of a manage link is its token, so the whole link works, too.
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token.trim().split('/').at(-1)}`,
    },
    body: JSON.stringify(submission),
    signal: AbortSignal.timeout(deadlineMs),
  })
  const body = (await response.json().catch(() => ({}))) as {
    error?: string
    changed_fields?: string[]
    product?: { status: string }
  }
  if (!response.ok)
    return { isError: true, body, text: body.error ?? `${site} answered ${response.status}.` }
  if (body.changed_fields)
    return {
      isError: false,
      body,
      text: `Proposed to the editors: ${body.changed_fields.join(', ')}.`,
    }
  const isListed = body.product?.status === 'approved'
  const text = isListed
    ? 'The listing is like this already.'
    : 'The pending submission was replaced.'
  return { isError: false, body, text }
}
