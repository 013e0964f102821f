import { catalog } from '#catalog/published.ts'
import { pastEndShare } from '#catalog/tool-lines.ts'
import { once } from '#core/once.ts'
import { movers, ranking, replacedTools } from '#present/lists/trend-words.ts'

const mostRanked = 15
const mostMoved = 9

/** What /trends and its Markdown version show. */
export const trendsShown = once(() => {
  const ranked = ranking(catalog.trends(), catalog.toolsBySlug)
  return {
    ranked: ranked.slice(0, mostRanked),
    ...movers(ranked, mostMoved),
    replaced: replacedTools(catalog.trends(), catalog.toolsBySlug),
    pastEnd: pastEndShare(catalog),
  }
})
