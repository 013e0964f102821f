import { editorRoles } from '#db/migrations/schema.ts'
import { insertEditor, listEditors, revokeEditor } from '#db/queries/editors.ts'
import { newSecret } from '#db/queries/secret.ts'
import type { Command } from './session.ts'
import { recorded } from './recorded.ts'
import { deciding } from '#authoring/options.ts'
import { declined, done, notDone } from './tell.ts'
import { age } from '#authoring/terminal-text.ts'

/** Actors of the audit that are no editors. */
const others = ['content', 'owner', 'submitter']

const roleList = editorRoles.join(', ')

export const editors: Command = {
  about: 'who may use the editor API of the service, and in which role',
  run: async (session) => {
    const all = await listEditors(session.backend.db)
    const lines = all.map(({ name, role, created_at, revoked_at }) => {
      const since = revoked_at
        ? `revoked ${age(revoked_at, session.now())} ago`
        : `for ${age(created_at, session.now())}`
      return `${name.padEnd(20)} ${role.padEnd(10)} ${since}`
    })
    return done(session, { editors: all }, lines.join('\n') || 'No editor was invited yet.')
  },
}

export const invite: Command = {
  about: 'invite an editor; prints the token once',
  more: `--role: ${roleList}. A reviewer reads, notes and takes; a publisher decides, too; an admin does everything.\nThe name is in the history of every decision. An editor whose token was revoked can be invited again.`,
  takes: '<name>',
  options: ['role', ...deciding],
  check: ([name = ''], { role }) => {
    if (!/^[a-z][a-z0-9-]{1,39}$/.test(name) || others.includes(name))
      return `A name has 2 to 40 lower case letters, digits and hyphens, and is not ${others.join(', ')}.`
    return editorRoles.some((known) => known === role)
      ? undefined
      : `Say what the editor may do: --role ${editorRoles.join(' or ')}.`
  },
  run: async (session, [name = '']) => {
    const { to, values } = session
    // `!`: `check` has refused other values.
    const role = editorRoles.find((known) => known === values.role)!
    if (!(await session.confirm(`Invite ${name} as ${role}?`))) return declined(session, name)
    const { token, token_hash } = newSecret()
    const entry = { action: 'invite-editor', detail: { name, role } }
    const isNew = await recorded(session, entry, (trx) =>
      insertEditor(trx, { name, role, token_hash }),
    )
    if (!isNew) {
      const sentence = `${name} is an editor already; revoke ${name} first. Nothing was changed.`
      return notDone(session, { outcome: 'already_invited', name }, sentence)
    }
    const text = [
      `${name} is invited as ${role}. The token is shown only now:`,
      `  ${token}`,
      `In a checkout, with the token as PROOFSTACK_EDITOR_TOKEN: npm run editor -- queue --site ${to.site}`,
    ]
    return done(session, { outcome: 'invited', name, role, token }, text.join('\n'))
  },
}

export const revoke: Command = {
  about: 'revoke the token of an editor, at once',
  takes: '<name>',
  options: deciding,
  run: async (session, [name = '']) => {
    if (!(await session.confirm(`Revoke the token of ${name}?`))) return declined(session, name)
    const entry = { action: 'revoke-editor', detail: { name } }
    const isRevoked = await recorded(session, entry, (trx) => revokeEditor(trx, name))
    const none = `No editor ${JSON.stringify(name)} has a token.`
    return isRevoked
      ? done(session, { outcome: 'revoked', name }, `The token of ${name} opens nothing any more.`)
      : notDone(session, { outcome: 'unknown', name }, none)
  },
}
