import type { Pool } from '@neondatabase/serverless'

/**
 * Keeps a Vercel instance awake until the idle connections of its pool are closed; a suspended
 * instance would leave them open. Loaded with the first pool. Does nothing on other platforms.
 */
export async function attachToPlatform(pool: Pool): Promise<void> {
  const { attachDatabasePool } = await import('@vercel/functions/db-connections')
  attachDatabasePool(pool)
}
