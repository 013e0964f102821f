// The stack of a product as layers, from what thinks to what runs, for the picture on its page.
import type { ProductTool } from '#contract/resources/tool.ts'

/** The layers from top to bottom, each with its categories of tools. */
const layers: Readonly<Record<string, readonly string[]>> = {
  'Model clients': ['models-providers'],
  Agent: ['agent-frameworks'],
  Interface: ['frontend-ui', 'channels-integrations'],
  'Voice and media': ['voice-media'],
  'Data and web': ['backend-db', 'vector-search', 'documents-data', 'browser-web'],
  Runtime: ['languages-runtimes', 'hosting-infra', 'queues-workflows'],
  Watching: ['observability-evals'],
  Access: ['auth-payments'],
}
const layerOf = new Map(
  Object.entries(layers).flatMap(([name, categories]) =>
    categories.map((category) => [category, name] as const),
  ),
)

/** The layers that have tools, in the listing's order; tools of no layer make the last one. */
export function stackLayers(tools: readonly ProductTool[]) {
  const found = Map.groupBy(tools, ({ category }) => layerOf.get(category) ?? 'Other')
  return [...Object.keys(layers), 'Other'].flatMap((name) => {
    const ofLayer = found.get(name)
    return ofLayer ? [{ name, tools: ofLayer }] : []
  })
}
