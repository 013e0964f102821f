import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'

/** A content file that cannot be used: which file, which field, and why. It stops the build. */
export class BadContent extends Error {
  constructor(file: string, reasons: readonly string[]) {
    super(reasons.map((reason) => `${file}: ${reason}`).join('\n'))
    this.name = 'BadContent'
  }
}

/** Reads one YAML file into what the schema describes. */
export async function readYaml<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> {
  const lines = new LineCounter()
  const document = parseDocument(await readFile(file, 'utf8'), { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    throw new BadContent(
      shown(file),
      document.errors.map((error) => `line ${lines.linePos(error.pos[0]).line}: ${error.message}`),
    )
  }
  const result = schema.safeParse(document.toJS())
  if (result.success) return result.data
  throw new BadContent(
    shown(file),
    result.error.issues.map(({ path: at, message }) => (at.length > 0 ? `${at.join('.')}: ${message}` : message)),
  )
}

/** Reads every `<slug>.yaml` of a folder. All bad files are reported at once. */
export async function readFolder<S extends z.ZodType>(
  folder: string,
  schema: S,
): Promise<{ slug: string; file: string; value: z.output<S> }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort()
  const results = await Promise.allSettled(
    names.map(async (name) => {
      const slug = name.slice(0, -'.yaml'.length)
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
        throw new BadContent(shown(path.join(folder, name)), ['name the file in lower case letters, digits and hyphens'])
      const file = path.join(folder, name)
      return { slug, file: shown(file), value: await readYaml(file, schema) }
    }),
  )
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
  const other = failures.find((failure) => !(failure instanceof BadContent))
  if (other) throw other
  if (failures.length > 0) throw Object.assign(new BadContent('', []), { message: failures.map(({ message }) => message).join('\n') })
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

function shown(file: string): string {
  return path.relative(process.cwd(), file)
}
