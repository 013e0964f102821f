import { catalog } from '#catalog/published.ts'
import { pastEndShare } from '#catalog/tool-lines.ts'
import { movers, ranking, replacedTools } from '#present/lists/trend-words.ts'

const mostRanked = 15
const mostMoved = 9
const ranked = ranking(catalog.trends(), catalog.toolsBySlug)

/** What /trends and its Markdown version show. */
export const trendsShown = {
  ranked: ranked.slice(0, mostRanked),
  ...movers(ranked, mostMoved),
  replaced: replacedTools(catalog.trends(), catalog.toolsBySlug),
  pastEnd: pastEndShare(catalog),
}
