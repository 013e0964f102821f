/** How manifests and code refer to a tool. The keys are the field names of content/tools. */
export interface ToolPackages {
  /** Package URLs of the tool itself. */
  packages: string[]
  /** Package URLs of clients of its API. */
  client_packages: string[]
  /** Package URLs of container images. */
  images: string[]
  /**
   * Files, or values in files, that show that the tool is used: `fly.toml`,
   * `package.json#engines.node`.
   */
  marker_files: string[]
  /** Host names of its API in code: `api.acme.com`, `*.acme.com`. */
  hosts: string[]
}

/** For a tool that manifests and code cannot refer to. */
export const noPackages: ToolPackages = {
  packages: [],
  client_packages: [],
  images: [],
  marker_files: [],
  hosts: [],
}

/** Picks the fields of `ToolPackages` from a tool. */
export function packagesOf({
  packages,
  client_packages,
  images,
  marker_files,
  hosts,
}: ToolPackages): ToolPackages {
  return { packages, client_packages, images, marker_files, hosts }
}
