/** The version of the API, as documents and manifests state it. */
export const apiVersion = '1.0.0'

/** Where the API is on the site. Its paths carry the version that breaking changes would raise. */
export const apiRoot = '/api/v1'
