/** The names of a tool in manifests and code, with the field names of content/tools. */
export interface ToolPackages {
  /** Package URLs of the tool itself. */
  packages: string[]
  /** Package URLs of clients of its API. */
  client_packages: string[]
  /** Package URLs of container images. */
  images: string[]
  /** Files or values that name it: `fly.toml`, `package.json#engines.node`. */
  marker_files: string[]
  /** Host names of its API in code: `api.acme.com`, `*.acme.com`. */
  hosts: string[]
}

/** A tool that no manifest can name. */
export const noPackages: ToolPackages = {
  packages: [],
  client_packages: [],
  images: [],
  marker_files: [],
  hosts: [],
}

/** Picks these fields of a tool. */
export function packagesOf({
  packages,
  client_packages,
  images,
  marker_files,
  hosts,
}: ToolPackages): ToolPackages {
  return { packages, client_packages, images, marker_files, hosts }
}
