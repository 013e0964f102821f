import type { PGlite } from '@electric-sql/pglite'
import { rawAnswer } from './raw-answer.ts'
import { closeStatement, query, sqlOf, statementUse, sync } from './wire-protocol.ts'

/** The state of a client that must outlive its transactions: all clients share one backend. */
export interface Session {
  /** The prefix of the client's prepared statements, so that two clients may use the same name. */
  prefix: string
  statements: Set<string>
  /** The last Parse message of the client for the unnamed statement. */
  unnamed: Buffer | undefined
  hasChangedSettings: boolean
  /** The client's settings, saved while another client uses the backend. */
  settings: Setting[]
}

type Setting = { name: string; setting: string }

// `role` is read separately, because `pg_settings` does not list it.
const readSettings = `
  select name, setting from pg_catalog.pg_settings where source = 'session'
  union all
  select 'role', pg_catalog.current_setting('role')`

const resetSettings = 'reset session authorization; reset all'

// Drops what a client left in the backend: prepared statements, cursors, locks and temporary
// tables. Only psql and similar clients leave any, rarely two clients at once.
const dropLeftovers = `
  do $$ declare it text; begin
    for it in select name from pg_catalog.pg_prepared_statements where from_sql loop
      execute pg_catalog.format('deallocate %I', it);
    end loop;
  end $$;
  close all; unlisten *; select pg_catalog.pg_advisory_unlock_all(); discard temp; discard sequences`

let lastSession = 0

/**
 * Emulates one session for each client of the single backend. A client's settings are restored when
 * its turn starts and reset when it ends, and its prepared statements get a prefix. Without this, a
 * `pg_dump` that empties the search_path would empty it for the service, too.
 */
export class BackendSessions {
  readonly #db: PGlite
  #current: Session | undefined
  #unnamedOf: Session | undefined

  constructor(db: PGlite) {
    this.#db = db
  }

  start(): Session {
    return {
      prefix: `s${(++lastSession).toString(36)}_`,
      statements: new Set(),
      unnamed: undefined,
      hasChangedSettings: false,
      settings: [],
    }
  }

  /** Makes a session the active one, and returns its messages as bytes for the backend. */
  async enter(session: Session, batch: readonly Buffer[]): Promise<Uint8Array> {
    if (this.#current !== session) {
      await this.#leaveFloor()
      this.#current = session
      await this.#restore(session)
    }
    const [first] = batch.flatMap((message) => {
      const use = statementUse(message)
      return use?.name === '' ? [use.does] : []
    })
    // Repeats the Parse message: a driver may prepare the unnamed statement in one batch and
    // execute it in the next, and another client may have replaced the statement in between.
    if (first === 'uses' && this.#unnamedOf !== session && session.unnamed)
      await rawAnswer(this.#db, bytesOf([session.unnamed, sync]))
    return bytesOf(batch.map((message) => this.#seen(session, message)))
  }

  /** Ends a session and removes its state from the backend. */
  async end(session: Session): Promise<void> {
    const closing = [...session.statements].map((name) => closeStatement(session.prefix + name))
    if (closing.length > 0) await rawAnswer(this.#db, bytesOf([...closing, sync]))
    if (this.#unnamedOf === session) this.#unnamedOf = undefined
    if (session.hasChangedSettings) {
      if (this.#current === session) await this.#ask(resetSettings)
      await this.#ask(dropLeftovers)
    }
    if (this.#current === session) this.#current = undefined
  }

  async #leaveFloor() {
    const session = this.#current
    if (!session?.hasChangedSettings) return
    const { rows } = await this.#db.query<Setting>(readSettings)
    session.settings = rows
    this.#unnamedOf = undefined
    await this.#ask(resetSettings)
  }

  async #restore({ settings }: Session) {
    for (const { name, setting } of settings)
      await this.#db.query('select pg_catalog.set_config($1, $2, false)', [name, setting])
    if (settings.length > 0) this.#unnamedOf = undefined
  }

  #seen(session: Session, message: Buffer): Buffer {
    const sql = sqlOf(message)
    if (sql !== undefined && mayChangeSession(sql)) session.hasChangedSettings = true
    // A simple query (message type Q, 0x51) discards the unnamed statement.
    if (sql !== undefined && message[0] === 0x51) this.#unnamedOf = undefined
    const use = statementUse(message)
    if (!use) return message
    if (use.name !== '') {
      if (use.does === 'prepares') session.statements.add(use.name)
      if (use.does === 'closes') session.statements.delete(use.name)
      return use.renamed(session.prefix + use.name)
    }
    if (use.does === 'prepares') session.unnamed = message
    if (use.does === 'closes') session.unnamed = undefined
    this.#unnamedOf = session
    return message
  }

  async #ask(sql: string) {
    await rawAnswer(this.#db, bytesOf([query(sql)]))
    this.#unnamedOf = undefined
  }
}

// Statements that leave settings and objects of the session unchanged. Any other statement is taken
// for a change; a mistake only costs a reset.
const keepsSession =
  /^(?:$|(?:select|insert|update|delete|merge|with|values|table|begin|start|commit|end|rollback|abort|savepoint|release|explain|lock|truncate|create|alter|drop|comment|analyze|vacuum|show|copy|fetch)\b)/i
const mentionsSession = /set_config|pg_(?:try_)?advisory_lock|\btemp(?:orary)?\b|pg_temp/i

/** Whether SQL may leave state beyond its transaction, such as a setting or temporary table. */
export function mayChangeSession(sql: string): boolean {
  const text = sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
  return (
    mentionsSession.test(text) ||
    text.split(';').some((statement) => !keepsSession.test(statement.trim()))
  )
}

function bytesOf(messages: readonly Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat(messages))
}
