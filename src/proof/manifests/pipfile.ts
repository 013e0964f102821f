import type { Finding } from './finding.ts'
import { namedPackages } from './pyproject.ts'
import { readToml, tableOf } from './toml.ts'

/** Pipfile: what Pipenv installs. */
export function readPipfile(text: string): Finding[] {
  const document = readToml(text)
  const packages = (section: string, kind: 'required' | 'dev') =>
    namedPackages(document, tableOf(document.table[section]), { section, kind, except: [] })
  return [...packages('packages', 'required'), ...packages('dev-packages', 'dev')]
}
