declare module 'virtual:build' {
  /** Where hosting/build-site.ts wrote what this build is made from. */
  export const folder: string
  /** The address of the site, without a trailing slash. */
  export const site: string
  /** Where people write to about the site. */
  export const contact: string
}

declare module 'virtual:handlers' {
  type Context = { request: Request; params: Record<string, string | undefined> }
  /** The files of functions/ that are plain code, by the addresses of ./routes.ts. */
  export const handlers: Record<
    string,
    () => Promise<{ ALL: (context: Context) => Response | Promise<Response> }>
  >
  /** What every request passes through, as src/composition.ts makes it. */
  export const observe: (
    request: Request,
    answer: () => Response | Promise<Response>,
  ) => Promise<Response>
}

declare module 'virtual:page-guard' {
  import type { CountedHandler } from '#contract/limits.ts'
  /** What every page that no file answers is answered within, as src/composition.ts makes it. */
  export const guardPage: (
    handler: CountedHandler,
    request: Request,
    answer: () => Promise<Response>,
  ) => Promise<Response>
}

declare module 'virtual:pages' {
  /** The adapter's own entry: Astro with every route that it has. */
  const pages: { fetch: (request: Request) => Promise<Response> }
  export default pages
}
