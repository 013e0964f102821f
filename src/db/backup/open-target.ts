import { connect } from '#db/connect.ts'
import { openEmbedded } from '#db/embedded/open.ts'
import type { DatabaseSettings, OpenDatabase } from '#db/open-database.ts'

/**
 * Opens what a backup is restored into, and changes nothing about it: the database of the settings,
 * by its way without a pooler, or the folder's, which is made when it is not there.
 */
export async function openTarget(
  settings: DatabaseSettings,
): Promise<Pick<OpenDatabase, 'db' | 'close'> & { name: string }> {
  const url = settings.DATABASE_URL && (settings.DATABASE_URL_UNPOOLED ?? settings.DATABASE_URL)
  const options = { max: 1, onError: () => {} }
  if (url) {
    const { host, pathname } = new URL(url)
    const db = connect(url, options)
    return { db, name: `${host}${pathname}`, close: () => db.destroy() }
  }
  const embedded = await openEmbedded(settings.DATA_DIR)
  const db = connect(embedded.url, options)
  const close = async () => {
    await db.destroy()
    await embedded.close()
  }
  return { db, name: settings.DATA_DIR, close }
}
