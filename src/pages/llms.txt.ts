import type { APIRoute } from 'astro'
import { catalog } from '#catalog/published.ts'
import { addresses } from '#core/addresses.ts'
import { downloadFile } from '#exports/bulk-files.ts'
import { sbomFile } from '#exports/sbom.ts'
import { llmsText } from '#exports/llms-text.ts'
import { docsFor } from './_docs.ts'

export const GET: APIRoute = ({ site }) => {
  const to = addresses(site!.origin)
  const data = { count: catalog.count, extra: [downloadFile, sbomFile] }
  return new Response(llmsText(docsFor(to.site), data, to))
}
