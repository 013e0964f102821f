// The icons of tools, which are read from icon packages of npm.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { IconifyJSON } from '@iconify-json/logos'
import type { SimpleIcon } from 'simple-icons'
import { type Icon, iconOf } from '#core/icon.ts'
import { withInk } from '#core/icon-ink.ts'
import { once } from '#core/once.ts'
import type { ToolFile } from './schemas.ts'

/**
 * The icons that tools name, by slug, and the problems of those that cannot be shown. The data of the
 * packages, 9 MB, are not kept after the call.
 */
export function toolIcons(
  root: string,
  tools: readonly { slug: string; file: string; value: Pick<ToolFile, 'icon'> }[],
): { icons: Record<string, Icon>; problems: string[] } {
  const icons: Record<string, Icon> = {}
  const problems: string[] = []
  const find = packageIcons()
  for (const { slug, file, value } of tools) {
    if (value.icon === undefined) continue
    const found = find(value.icon)
    const icon = found && iconOf(found.svg)
    if (icon) icons[slug] = withInk(icon)
    const licence = found?.licence
    if (!found) problems.push(`${file}: icon: ${value.icon} does not exist`)
    else if (!icon) problems.push(`${file}: icon: ${value.icon} has more than shapes`)
    else if (licence && !isCredited(root, slug, licence))
      problems.push(`${file}: icon: no line of ${credits} has ${slug}.svg and ${licence}`)
  }
  return { icons, problems }
}

interface Found {
  svg: string
  /** The licence of this icon, where it is not that of its collection. */
  licence?: string | undefined
}

function packageIcons(): (reference: string) => Found | undefined {
  const require = createRequire(import.meta.url)
  const read = (file: string) => readFileSync(file, 'utf8')
  const lobehub = path.dirname(require.resolve('@lobehub/icons-static-svg/package.json'))
  const simple = once(
    () =>
      JSON.parse(read(require.resolve('simple-icons/icons.json'))) as Pick<
        SimpleIcon,
        'slug' | 'hex' | 'license'
      >[],
  )
  const logos = once(
    () => JSON.parse(read(require.resolve('@iconify-json/logos/icons.json'))) as IconifyJSON,
  )
  return (reference) => {
    const [collection, name = ''] = reference.split('/')
    if (collection === 'simple-icons') {
      const icon = simple().find(({ slug }) => slug === name)
      if (!icon) return undefined
      const svg = read(require.resolve(`simple-icons/icons/${name}.svg`))
      const { url, type } = icon.license ?? {}
      return {
        svg: svg.replace('<svg', `<svg fill="#${icon.hex}"`),
        licence: type === 'CC0-1.0' ? undefined : (url ?? type),
      }
    }
    if (collection === 'lobehub') {
      const file = path.join(lobehub, 'icons', `${name}.svg`)
      return existsSync(file) ? { svg: read(file) } : undefined
    }
    const { icons, ...size } = logos()
    const logo = icons[name]
    if (!logo) return undefined
    const { left = 0, top = 0, width = size.width, height = size.height } = logo
    return { svg: `<svg viewBox="${left} ${top} ${width} ${height}">${logo.body}</svg>` }
  }
}

const credits = 'public/icons/CREDITS.txt'

function isCredited(root: string, slug: string, licence: string): boolean {
  const lines = readFileSync(path.join(root, credits), 'utf8').split('\n')
  return lines.some((line) => line.includes(licence) && line.includes(` ${slug}.svg`))
}
