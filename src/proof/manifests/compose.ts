import { imageTag, imageUrl, longestReference, packageUrl } from '#core/package-url.ts'
import type { Finding } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { yamlLines } from './yaml-lines.ts'

/** Reads a Docker Compose file: the images of its services. */
export function readCompose(text: string): Finding[] {
  return yamlLines(text).flatMap(({ key, value, line }) =>
    key === 'image' ? imageIn(value, line) : [],
  )
}

/** Reads the Chart.yaml of a Helm chart: the charts that it depends on. */
export function readChart(text: string): Finding[] {
  let isWithin = false
  return yamlLines(text).flatMap(({ indent, isEntry, key, value, line }): Finding[] => {
    if (indent === 0 && !isEntry) isWithin = key === 'dependencies'
    if (!isWithin || key !== 'name' || !/^[a-z0-9][a-z0-9-]*$/.test(value)) return []
    return [{ package: packageUrl('helm', value), line, kind: 'chart' }]
  })
}

/**
 * Reads the values.yaml of a Helm chart: its images, each as one value or split into registry and
 * repository.
 */
export function readChartValues(text: string): Finding[] {
  let registry = { indent: -1, value: '' }
  return yamlLines(text).flatMap(({ indent, key, value, line }): Finding[] => {
    if (key === 'registry' && value.length <= longestReference) registry = { indent, value }
    if (indent < registry.indent) registry = { indent: -1, value: '' }
    if (key !== 'image' && key !== 'repository') return []
    if (value === '' || /^(?:https?|oci|git):/.test(value)) return []
    const isParted = key === 'repository' && registry.indent === indent && registry.value !== ''
    return imageIn(isParted ? `${registry.value}/${value}` : value, line)
  })
}

function imageIn(reference: string, line: number): Finding[] {
  // Variables are replaced by their defaults, as in `${POSTGRES_IMAGE:-postgres}`. A variable as
  // the tag is removed.
  const withDefaults = reference.replace(/\$\{\w+:?-([^{}]*)\}/g, '$1').replace(/:\$\{?\w+\}?$/, '')
  const url = imageUrl(withDefaults)
  if (!url) return []
  return [{ package: url, line, kind: 'image', requirement: requirementOf(imageTag(withDefaults)) }]
}
