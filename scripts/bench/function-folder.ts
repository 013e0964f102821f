import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesOf } from './build.ts'
import { type Figure, figure } from './figure.ts'

// What the function carries beside its code: the catalogue, and the texts of mails.
const isData = (name: string) => name.split(path.sep).includes('.generated')
const isCatalogue = (name: string) => name.endsWith('.sqlite')

/** Where the one function of a build lies, and the file that it starts with. */
export function functionOf(site: string): { folder: string; entry: string } {
  const folder = path.join(site, 'functions/_render.func')
  const { handler } = JSON.parse(readFileSync(path.join(folder, '.vc-config.json'), 'utf8')) as {
    handler: string
  }
  return { folder, entry: path.join(folder, handler) }
}

/** How much of the platform's 250 MB the function takes. */
export async function measureFunction(site: string): Promise<Figure[]> {
  const files = await filesOf(functionOf(site).folder)
  const part = 'function' as const
  const code = files.filter(({ name }) => !isData(name))
  return [
    figure({ part, name: 'function, code alone', unit: 'MB', value: megabytes(code) }),
    figure({ part, name: 'function, with its data', unit: 'MB', value: megabytes(files) }),
  ]
}

/** The catalogue that the function reads, and the one that everybody may download. */
export async function measureCatalogue(site: string): Promise<Figure[]> {
  const carried = (await filesOf(functionOf(site).folder)).filter(({ name }) => isCatalogue(name))
  const data = await filesOf(path.join(site, 'static/data'))
  const published = data.filter(({ name }) => isCatalogue(name))
  const part = 'catalogue' as const
  const sized = (name: string, files: { size: number }[]) =>
    figure({ part, name, unit: 'MB', value: files.length > 0 ? megabytes(files) : null })
  return [
    sized('catalogue in the function', carried),
    sized('catalogue to download', published),
    sized('everything under /data', data),
  ]
}

function megabytes(files: { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0) / 1e6
}
