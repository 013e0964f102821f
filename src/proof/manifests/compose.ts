import { packageUrl } from '#core/package-url.ts'
import type { Finding, Unresolved } from './finding.ts'
import { imageIn } from './image-reference.ts'
import { type YamlValue, entryOf, readYaml } from './yaml-values.ts'

/** Reads a Docker Compose file: the images of its services. */
export function readCompose(text: string): (Finding | Unresolved)[] {
  return readYaml(text).flatMap((document) => {
    const services = [...(entryOf(document, 'services')?.entries?.values() ?? [])]
    // What a service builds it only names. Services with the image of one mapping name one line.
    const run = services.filter((service) => !entryOf(service, 'build'))
    const images = new Set(run.flatMap((service) => entryOf(service, 'image') ?? []))
    return [...images].flatMap(({ text: image, line }): (Finding | Unresolved)[] =>
      image === undefined ? [{ line, unresolved: 'not_understood' }] : imageIn(image, line),
    )
  })
}

/** Reads the Chart.yaml of a Helm chart: the charts of repositories that it depends on. */
export function readChart(text: string): Finding[] {
  const charts = readYaml(text).flatMap((chart) => chart.entries?.get('dependencies')?.items ?? [])
  return charts.flatMap(({ entries }): Finding[] => {
    const { text: name = '', line = 1 } = entries?.get('name') ?? {}
    const isOwn = entries?.get('repository')?.text?.startsWith('file:')
    if (isOwn || !/^[a-z0-9][a-z0-9-]*$/.test(name)) return []
    return [{ package: packageUrl('helm', name), line, kind: 'chart' }]
  })
}

/** Reads the values.yaml of a Helm chart: images as one value, or as registry and repository. */
export function readChartValues(text: string): (Finding | Unresolved)[] {
  return mappingsIn(readYaml(text)).flatMap((entries) => {
    const image = entries.get('image')
    const repository = entries.get('repository')
    const registry = entries.get('registry')?.text
    const at = (part: string) => (registry ? `${registry}/${part}` : part)
    // The repository of a chart or of its code is an address. Beside a name of its own it is a part.
    const isImage =
      repository?.text && !entries.has('name') && !/^(?:https?|oci|git|file):/.test(repository.text)
    return [
      ...(image?.text === undefined ? [] : imageIn(at(image.text), image.line)),
      ...(isImage ? imageIn(at(repository.text!), repository.line) : []),
    ]
  })
}

/** All mappings, once each: an alias has the entries of its anchor. */
function mappingsIn(documents: YamlValue[]): ReadonlyMap<string, YamlValue>[] {
  const groups = new Set<YamlValue[] | ReadonlyMap<string, YamlValue>>([documents])
  // The set grows while it is walked.
  for (const group of groups)
    for (const { entries, items } of group.values())
      for (const inner of [entries, items]) if (inner) groups.add(inner)
  return [...groups].filter((group) => group instanceof Map)
}
