/** The version of the API in documents and manifests. */
export const apiVersion = '1.0.0'

/** The path prefix of the API on the site. A breaking change would raise the version in it. */
export const apiRoot = '/api/v1'
