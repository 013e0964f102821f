/** What looking outside may cost, and where it may lead. Issue 8, the guarded fetch. */
export const guard = {
  deadlineMs: 5_000,
  bodyBytes: 256 * 1024,
  redirects: 5,
  ports: { 'http:': 80, 'https:': 443 },
} as const
