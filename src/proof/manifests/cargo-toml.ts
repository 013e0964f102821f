import { packageUrl } from '#core/package-url.ts'
import type { DependencyKind, Finding } from './finding.ts'
import { requirementOf } from './requirement.ts'
import { type Table, tableOf } from './tables.ts'
import { readToml } from './toml.ts'

const sections: Readonly<Record<string, DependencyKind>> = {
  dependencies: 'required',
  'dev-dependencies': 'dev',
  'build-dependencies': 'build',
}

/** Reads Cargo.toml, including dependencies for single targets and of a workspace. */
export function readCargoToml(text: string): Finding[] {
  const { table, lineOfKey } = readToml(text)
  const holders: { prefix: string; holder: Table }[] = [
    { prefix: '', holder: table },
    { prefix: 'workspace.', holder: tableOf(table['workspace']) },
    ...Object.entries(tableOf(table['target'])).map(([target, holder]) => ({
      prefix: `target.${target.replace(/["'\s]/g, '')}.`,
      holder: tableOf(holder),
    })),
  ]
  return holders.flatMap(({ prefix, holder }) =>
    Object.entries(sections).flatMap(([key, kind]) => {
      const section = `${prefix}${key}`
      return Object.entries(tableOf(holder[key])).flatMap(([name, value]): Finding[] => {
        const { package: real, version, optional, ...from } = tableOf(value)
        // Crates of the same repository, and of other registries, are not those that are known by
        // the name. What the workspace names is read in its own file.
        if (['path', 'workspace', 'registry', 'registry-index'].some((key) => key in from))
          return []
        const line = lineOfKey(section, name)
        const found = kind === 'required' && optional === true ? 'optional' : kind
        const url = packageUrl('cargo', typeof real === 'string' ? real : name)
        return [{ package: url, line, kind: found, requirement: requirementOf(version ?? value) }]
      })
    }),
  )
}
