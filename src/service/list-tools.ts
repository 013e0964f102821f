import * as contract from '#contract/operations/list-tools.ts'
import { handling } from './answer.ts'

/** GET /tools, for those who ask over MCP; REST has a file. */
export const listTools = handling(contract.listTools, async (_call, { catalog }) => {
  const { tools } = await catalog.current()
  const named = tools.map(({ slug, name, description, category }) => ({
    slug,
    name,
    description,
    category,
  }))
  return { status: 200, body: { tools: named } }
})
