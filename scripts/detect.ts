import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { readTools } from '#content-files/load.ts'
import { detect } from '#proof/detect.ts'
import { isManifest, isSbomText } from '#proof/manifests/manifest-kind.ts'
import { readFolder } from '#proof/repositories/read-folder.ts'
import { Misuse, run, typedArguments } from '#command.ts'

const usage = 'npm run detect -- <folder, manifest or SBOM> [--json]'

/** Reads a project from a path to a folder of manifests, an SBOM, or a single manifest. */
async function projectAt(at: string, hosts: readonly string[]) {
  const found = await stat(at).catch(({ code }: NodeJS.ErrnoException) => {
    const isThere = code !== 'ENOENT' && code !== 'ENOTDIR'
    throw new Misuse(
      isThere ? `${at} cannot be read: ${code}.` : `There is no file or folder ${at}.`,
    )
  })
  if (found.isDirectory()) {
    const files = await readFolder(at, hosts)
    const manifests = files.map(({ path: file, text = '' }) => ({ path: file, content: text }))
    return { manifests }
  }
  const content = await readFile(at, 'utf8')
  const sbom = sbomIn(content)
  if (sbom) return { sbom }
  if (!isManifest(at))
    throw new Misuse(
      `${at} is no manifest and no SBOM of a known kind. You can also name a folder.`,
    )
  return { manifests: [{ path: path.basename(at), content }] }
}

function sbomIn(text: string): unknown {
  if (!isSbomText(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('This is neither a CycloneDX nor an SPDX 2 document in JSON.')
  }
}

/** The filename that an error is about. `where` is a field such as `manifests.1.content`. */
function fileAt(manifests: readonly { path: string }[] | undefined, where: string): string {
  const place = /^manifests\.(\d+)\./.exec(where)?.[1]
  return manifests?.[Number(place)]?.path ?? where
}

/** A hint why no tool was detected. */
function whyNothing(at: string, { manifests, sbom }: { manifests?: object[]; sbom?: unknown }) {
  if (sbom)
    return 'An SBOM counts by its dependency graph: only packages that the project depends on. Without a graph there are none.'
  return manifests?.length === 0
    ? `There is no manifest of a known kind in ${at}. Name an SBOM by its file.`
    : 'An SBOM in a folder is not read: name its file.'
}

await run(async () => {
  const { positionals, values } = typedArguments(usage, {
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return void console.log(usage)
  const [at, ...others] = positionals
  if (at === undefined || others.length > 0) throw new Misuse(usage)
  // Reads the tools without the listings: a faulty listing in content/ must not stop this command.
  const tools = await readTools(path.dirname(import.meta.dirname))
  const known = tools.map(({ slug, value }) => ({ slug, ...value }))
  const project = await projectAt(
    at,
    known.flatMap(({ hosts }) => hosts),
  )
  const found = detect(known, project)
  for (const { path: where, message } of found.unreadable)
    console.error(`${fileAt(project.manifests, where)} ${message}`)
  // Unknown names of files are dropped: a folder has many files that are no manifests.
  const unknown = found.unknown.filter((name) => name.startsWith('pkg:'))
  const detected = found.tools.map(({ tool: { slug, name, category }, evidence }) => ({
    slug,
    name,
    category,
    evidence,
  }))
  if (values.json) console.log(JSON.stringify({ tools: detected, unknown }, null, 2))
  else {
    if (detected.length === 0) console.error(whyNothing(at, project))
    for (const { slug, name, evidence } of detected) {
      const [first] = evidence
      console.log(`${slug.padEnd(24)} ${name}, by ${first!.package} in ${first!.source}`)
    }
    const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
    console.log(
      `${many(detected.length, 'tool')} of the directory, and ${many(unknown.length, 'package')} that it does not have.`,
    )
  }
  // The exit code is 1 if a manifest could not be read and no tool was detected.
  return found.unreadable.length > 0 && detected.length === 0 ? 1 : 0
})
