// What a package of npm is for, beside the product that its repository publishes.
import { baseName } from './folders.ts'

type ManifestText = { path: string; text?: string | undefined }

/**
 * A package that helps to make a product: it is not published, and no script starts it, as of an
 * application. The package at the root holds the others.
 */
export function isHelper({ path, text = '' }: ManifestText): boolean {
  const isBelow = path.endsWith('/package.json')
  return isBelow && /"private"\s*:\s*true/.test(text) && !/"(?:dev|start|serve)"\s*:/.test(text)
}

/** A package that builds a site of docs: its tools are those of the site. */
export function isDocsSite({ path, text = '' }: ManifestText): boolean {
  return baseName(path) === 'package.json' && docsBuild.test(text)
}

// Other generators, such as Nextra and Starlight, are parts of applications that build more than docs.
const docsBuild =
  /"build"\s*:\s*"(?:(?:[\w-]+=[^\s"]+|npx|cross-env) +)*(?:docusaurus|vitepress|vuepress|rspress|mkdocs) build\b/
