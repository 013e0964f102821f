declare module 'virtual:made' {
  import type { Made } from '#cli/main.ts'

  /** What the package of the command line is made with. */
  export const made: Made
}

declare module 'virtual:client' {
  import type { ClientCall } from '#cli/client.ts'

  /** The calls of the package's client, by their names. */
  export const calls: Readonly<Record<string, ClientCall>>
  /** The URL of the site that the package was made by, without a trailing slash. */
  export const site: string
}

declare module 'virtual:build' {
  import type { Family } from '#core/topics.ts'

  /** The folder in which hosting/build-site.ts wrote the data of this build. */
  export const folder: string
  /** The URL of the site, without a trailing slash. */
  export const site: string
  /** The e-mail address for questions about the site. */
  export const contact: string
  /** The paths of the icons of tools, by slug. */
  export const icons: Readonly<Record<string, string>>
  /** The topics of tools, by slug. */
  export const toolTopics: Readonly<Record<string, readonly string[]>>
  /** The families of topics, by slug. */
  export const families: Readonly<Record<string, Family>>
  /** The pages of content/docs in their order, without their texts. */
  export const guides: readonly { slug: string; title: string; description: string }[]
}

declare module 'virtual:handlers' {
  export type Handler = (context: {
    request: Request
    params: Record<string, string | undefined>
    routePattern: string
  }) => Response | Promise<Response>
  /** Loaders of the files in functions/ that are plain code, by the path patterns of ./routes.ts. */
  export const handlers: Record<string, () => Promise<{ ALL: Handler }>>
  export { guardPage, observe } from '#composition.ts'
}

declare module 'virtual:pages' {
  /** The original entry of the adapter, which is Astro with all its routes. */
  const pages: { fetch: (request: Request) => Promise<Response> }
  export default pages
}
