import { packageUrl } from '#core/package-url.ts'
import type { Finding } from './finding.ts'
import { readRequirement } from './python-requirement.ts'
import { type YamlValue, readYaml } from './yaml-values.ts'

/**
 * Reads environment.yml of conda: the entries of `dependencies`, also those below `pip`. Most packages
 * of conda have the name that they have on PyPI, so their package URLs are of PyPI.
 */
export function readCondaEnvironment(text: string): Finding[] {
  const entries = readYaml(text).flatMap(
    ({ entries: keys }) => keys?.get('dependencies')?.items ?? [],
  )
  return entries.flatMap((entry) => {
    const ofPip = entry.entries?.get('pip')?.items ?? []
    return [...condaPackage(entry), ...ofPip.flatMap((each) => required(each))]
  })
}

/** Packages of conda that are no packages of PyPI, although PyPI may have others of these names. */
const ofConda =
  /^pkg:pypi\/((?:r|cuda|gcc|gxx|clang|compilers)-[\w-]+|pytorch(?:-\w+)?|postgresql|nodejs|openjdk|cudatoolkit|cudnn|compilers|mamba|conda)$/

const isItself = new Set(['pkg:pypi/python', 'pkg:pypi/pip'])

function condaPackage({ text = '', line }: YamlValue): Finding[] {
  return required({ text: text.replace(/^[\w./-]+::/, ''), line }).flatMap((finding) => {
    const [, name] = ofConda.exec(finding.package) ?? []
    if (isItself.has(finding.package)) return []
    return [name === undefined ? finding : { ...finding, package: packageUrl('conda', name) }]
  })
}

function required({ text = '', line }: YamlValue): Finding[] {
  const requirement = readRequirement(text)
  return requirement ? [{ ...requirement, line, kind: 'required' }] : []
}
