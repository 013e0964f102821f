/** The limits of a request to an address that a stranger named (issue 8). */
export const guard = {
  deadlineMs: 5_000,
  bodyBytes: 256 * 1024,
  redirects: 5,
  ports: { 'http:': 80, 'https:': 443 },
} as const
