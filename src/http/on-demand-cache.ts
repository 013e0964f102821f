/**
 * How a page is kept that the build has no file for. Decision, Published now: "such pages are cached
 * for at most 2 s".
 */
export const onDemandCache = 'public, max-age=0, s-maxage=2, must-revalidate'
