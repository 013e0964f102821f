/** By what manifests name a tool, in the words of content/tools. */
export interface ToolPackages {
  /** Package URLs of what it is: who depends on one is built with it. */
  packages: string[]
  /** Package URLs of what reaches it from outside: who depends on one uses its API. */
  client_packages: string[]
  /** Package URLs of container images. */
  images: string[]
  /** Files whose name or content says it: `fly.toml`, `package.json#engines.node`. */
  marker_files: string[]
  /** Host names by which code calls it, where no package is needed: `api.acme.com`, `*.acme.com`. */
  hosts: string[]
}

/** What a tool has that no manifest can name. */
export const noPackages: ToolPackages = {
  packages: [],
  client_packages: [],
  images: [],
  marker_files: [],
  hosts: [],
}

/** Those fields of a tool alone. */
export function packagesOf({
  packages,
  client_packages,
  images,
  marker_files,
  hosts,
}: ToolPackages): ToolPackages {
  return { packages, client_packages, images, marker_files, hosts }
}
