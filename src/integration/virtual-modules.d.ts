declare module 'virtual:build' {
  /** Where hosting/build-site.ts wrote what this build is made from. */
  export const folder: string
  /** The address of the site, without a trailing slash. */
  export const site: string
}
