/**
 * The same picture for every listing: no text of an owner in an image that stands on other people's
 * sites.
 */
export const badgeImage = `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="40" viewBox="0 0 180 40" role="img" aria-label="Listed on Proofstack"><title>Listed on Proofstack</title><rect width="180" height="40" rx="8" fill="#1f5f4a"/><path d="M14 27h14M14 21h14" stroke="#bfe3d2" stroke-width="3" stroke-linecap="round"/><path d="m15 14 3 3 6-6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><text x="40" y="17" font-family="system-ui,sans-serif" font-size="11" fill="#bfe3d2">Listed on</text><text x="40" y="32" font-family="system-ui,sans-serif" font-size="15" font-weight="700" fill="#fff">Proofstack</text></svg>
`
