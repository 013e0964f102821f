/** The limits of a request to a URL that a stranger entered (issue 8). */
export const guard = {
  deadlineMs: 5_000,
  bodyBytes: 256 * 1024,
  redirects: 5,
  ports: { 'http:': 80, 'https:': 443 },
} as const
