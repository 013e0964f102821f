/**
 * The Cache-Control of pages that the build does not have yet. Decisions, Published now: they are
 * cached for at most 2 s.
 */
export const onDemandCache = 'public, max-age=0, s-maxage=2, must-revalidate'
