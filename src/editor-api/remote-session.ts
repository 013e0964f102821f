import type { CodeHost } from '#core/domain-name.ts'
import type { Editor } from '#db/queries/editors.ts'
import { houseName } from '#authoring/file-session.ts'
import { type Reasons, withGuide } from '#desk/reasons.ts'
import type { Session } from '#desk/session.ts'
import { type Reach, createReach } from '#proof/fetch/reach.ts'
import type { Service } from '#service/service.ts'
import type { EditorLimiter } from '#limits/editor-limits.ts'
import type { Access } from './sign-in.ts'

/** The content that commands need; a build writes it as `editor-content.json`. */
export interface EditorContent {
  reasons: Reasons
  codeHosts: CodeHost[]
  topicSlugs: string[]
}

/** The dependencies of the editor API that are the same for every call. */
export interface EditorParts {
  service: Service
  content: () => EditorContent
  limiter: () => EditorLimiter
  secret: () => string
}

/** What tells who an editor is, at this moment. */
export function accessOf({ service, limiter, secret }: EditorParts): Access {
  return { db: service.db, limiter: limiter(), secret: secret(), now: service.clock() }
}

/** Makes the sessions of editors' calls: like those on a machine with the database. */
export function remoteSessions({ service, content }: EditorParts) {
  let reach: Reach | undefined
  return (
    { name }: Editor,
    call: Pick<Session, 'values' | 'print' | 'confirm'>,
    mailDelayMinutes = Number(call.values.delay ?? 0),
  ): Session => {
    const { db, mailer, builder, afterAnswer, network, clock: now, urls } = service
    const { reasons, codeHosts, topicSlugs } = content()
    // Kept between calls, because it remembers for a minute that no site was reached.
    reach ??= createReach(network.fetch, now)
    return {
      ...call,
      backend: {
        db,
        mailer: async () => mailer,
        // Without a hook, the process that runs this function looks for requested builds by itself.
        builder: builder.kind === 'none' ? { kind: 'polling' } : builder,
        afterAnswer,
      },
      where: null,
      leavesMails: false,
      to: urls,
      actor: name,
      mailDelayMinutes,
      // The name of an editor is for the history alone; it is published nowhere.
      verifier: houseName,
      now,
      reasons: withGuide(reasons, urls),
      codeHosts: async () => codeHosts,
      topicSlugs: async () => topicSlugs,
      look: network.fetch,
      reach,
    }
  }
}

export type SessionOf = ReturnType<typeof remoteSessions>
