import { openEmbedded } from '#db/embedded/open.ts'
import { type DatabaseSettings, type OpenDatabase, openUrl } from '#db/connection/open-database.ts'
import { nameOf } from '#db/connection/open-existing.ts'

/**
 * Opens the database into which a backup is restored, without migrating it: DATABASE_URL_UNPOOLED
 * or DATABASE_URL, else the embedded database of DATA_DIR, which is created if it is missing.
 */
export async function openTarget(
  settings: DatabaseSettings,
): Promise<Pick<OpenDatabase, 'db' | 'close'> & { name: string }> {
  const url = settings.DATABASE_URL && (settings.DATABASE_URL_UNPOOLED ?? settings.DATABASE_URL)
  if (url) return { ...openUrl(url, { max: 1 }), name: nameOf(url) }
  const embedded = await openEmbedded(settings.DATA_DIR)
  return { ...openUrl(embedded.url, { max: 1, also: embedded.close }), name: settings.DATA_DIR }
}
