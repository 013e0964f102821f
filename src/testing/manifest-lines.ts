import { readManifest } from '#proof/manifests/read-manifest.ts'

/** The findings in a file, as `line kind package`, and the lines that are unresolved. */
export function manifestLines(path: string, text: string): string[] {
  const outcome = readManifest(path, text)
  if (outcome.kind !== 'read') throw new Error(`${path}: ${JSON.stringify(outcome)}`)
  return [
    ...outcome.findings.map(({ line, kind, package: named }) => `${line} ${kind} ${named}`),
    ...outcome.unresolved.map(({ line, unresolved }) => `${line} ? ${unresolved}`),
  ]
}
