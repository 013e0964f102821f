import type { Cycle } from '#contract/resources/cycle.ts'

/**
 * How manifests and code refer to a tool, and how long its lines are supported. The keys are the
 * field names of content/tools.
 */
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
  /** Those of `packages` and `images` whose version is the version of the tool. */
  main: string[]
  /** Oldest line first. */
  cycles: Cycle[]
}

/** What is the tool itself where its file does not say: its first package, and its own images. */
export function mainOf(tool: Record<'packages' | 'images' | 'shared', string[]>): string[] {
  const { packages, images, shared } = tool
  return [...packages.slice(0, 1), ...images.filter((image) => !shared.includes(image))]
}

/** Picks the fields of `ToolPackages` from a tool. */
export function packagesOf(tool: ToolPackages): ToolPackages {
  const { packages, client_packages, images, marker_files, hosts, main, cycles } = tool
  return { packages, client_packages, images, marker_files, hosts, main, cycles }
}

/** For a tool that manifests and code cannot refer to. */
export const noPackages: ToolPackages = {
  packages: [],
  client_packages: [],
  images: [],
  marker_files: [],
  hosts: [],
  main: [],
  cycles: [],
}
