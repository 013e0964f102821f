import { Misuse } from '#command.ts'
import { editorRoles } from '#db/migrations/schema.ts'
import type { Editor } from '#db/queries/editors.ts'
import { readArguments } from '#authoring/arguments.ts'
import { withHint } from '#authoring/file-session.ts'
import { type OptionName, options, optionsOf } from '#authoring/options.ts'
import { commandsByRole, remoteCommands } from '#desk/remote-commands.ts'
import type { RunAnswer, RunRequest } from '#desk/wire.ts'
import type { SessionOf } from './remote-session.ts'

/** A command asks before it does something, and has done nothing yet. */
class Question extends Error {
  readonly answer: RunAnswer
  constructor(answer: Extract<RunAnswer, { confirm: string }>) {
    super(answer.confirm)
    this.answer = answer
  }
}

/**
 * Runs a command for an editor, as on a machine with the database. A question that the request does
 * not answer ends the run: the client asks it, and sends the request again with the answer. An
 * answer to another question does not count. On a page, a mail waits, and no text names a command.
 */
export async function runCommand(
  editor: Editor,
  { command: name, words, values, answered }: RunRequest,
  sessionOf: SessionOf,
  page?: { mailDelayMinutes?: number | undefined },
): Promise<RunAnswer | { forbidden: string }> {
  const wanted = editorRoles.find((role) => Object.hasOwn(commandsByRole[role], name))
  if (wanted === undefined)
    return { misuse: `${JSON.stringify(name)} does not run here: it works in a checkout.` }
  if (editorRoles.indexOf(editor.role) < editorRoles.indexOf(wanted))
    return { forbidden: `This needs the role ${wanted}; ${editor.name} is a ${editor.role}.` }
  const read = readArguments([name, ...flagsOf(values), '--', ...words], remoteCommands)
  if (read.kind !== 'run')
    return { misuse: read.kind === 'misuse' ? read.sentence : 'Nothing was to be run.' }
  // Looked at after parsing: a name such as `as=somebody` gives the option, too.
  if (read.values.as !== undefined) return { misuse: 'The token says who decides; leave out --as.' }
  const printed: { value: object; text: string }[] = []
  const call: Parameters<SessionOf>[1] = {
    values: read.values,
    print: (value, text, hint) =>
      void printed.push({ value, text: page ? text : withHint(text, hint) }),
    confirm: async (question, seen, warning) => {
      // With --yes only the client can warn of another editor before the decision.
      if (read.values.yes && !warning) return true
      if (answered?.question !== question) throw new Question({ confirm: question, seen, warning })
      return answered.yes
    },
  }
  const session = sessionOf(editor, call, page?.mailDelayMinutes)
  try {
    return { code: await read.command.run(session, read.words), printed }
  } catch (error) {
    if (error instanceof Question) return error.answer
    if (error instanceof Misuse) return { misuse: error.message }
    throw error
  }
}

// As the editor would type them, so that one parser checks both.
function flagsOf(values: RunRequest['values']): string[] {
  const known = optionsOf(Object.keys(options) as OptionName[])
  return Object.entries(values).map(([name, value]) => {
    const flag = known.find((option) => option.name === name)?.flag ?? name
    return value === true ? `--${flag}` : `--${flag}=${value}`
  })
}
