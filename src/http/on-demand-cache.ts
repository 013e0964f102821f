/** The Cache-Control of pages newer than the build, for at most 2 s (decision, Published now). */
export const onDemandCache = 'public, max-age=0, s-maxage=2, must-revalidate'
