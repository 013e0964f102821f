interface Option {
  type: 'boolean' | 'string'
  about: string
  /** The flag on the command line, where it differs from the key in `options`. */
  flag?: string
  /** The value must be a whole number of at least this. */
  least?: number
}

/** Every option that some command has. Each command lists those that it accepts. */
export const options = {
  yes: { type: 'boolean', about: 'do not ask' },
  json: { type: 'boolean', about: 'print JSON and nothing else, for scripts' },
  help: { type: 'boolean', about: 'print this' },
  env: { type: 'string', about: 'file of settings (default: .env); the environment wins' },
  site: {
    type: 'string',
    about:
      'work through the editor API of this site, with the token in PROOFSTACK_EDITOR_TOKEN; no database is needed',
  },
  as: { type: 'string', about: 'who decides, for the audit (default: the user of this machine)' },
  reason: {
    type: 'string',
    about: 'why, or keys of content/review-reasons.yaml by commas; the submitter gets it by mail',
  },
  evidence: { type: 'string', about: 'what was looked at and what it shows; public' },
  notes: {
    type: 'string',
    about:
      'a remark for the owner, or keys of content/review-reasons.yaml by commas (use-case=support names what fits); beside a claim it is public',
  },
  note: { type: 'string', about: 'a line for the trail alone, which nobody outside sees' },
  claim: { type: 'string', about: 'decide on the claim in the same step, as claim does' },
  delay: {
    type: 'string',
    least: 0,
    about: 'the mail leaves after so many minutes, in which undo takes it back (default: 0)',
  },
  topics: { type: 'string', about: 'one to three slugs of content/topics.yaml, by commas' },
  despiteFindings: {
    type: 'boolean',
    flag: 'despite-findings',
    about: 'approve it although findings speak against it',
  },
  seen: { type: 'string', least: 0, about: 'only if it has this version, see show --json' },
  fields: { type: 'string', about: 'only these fields, by commas; the rest is dropped' },
  built: { type: 'boolean', flag: 'state', about: 'only say how builds stand' },
  state: { type: 'string', about: 'only those in this state' },
  search: { type: 'string', about: 'only those that have all of these words' },
  kind: { type: 'string', about: 'only those that claim to be of this kind; none claims nothing' },
  rank: {
    type: 'string',
    least: 0,
    about: 'its place among the featured, 1 first; 0 stands last (default: as it is)',
  },
  off: { type: 'boolean', about: 'take it back' },
  verified: { type: 'boolean', about: 'vouch for the owner' },
  limit: { type: 'string', least: 1, about: 'at most this many (default: 20; of weekly: 10)' },
  actor: { type: 'string', about: 'only what this editor or job did' },
  since: { type: 'string', about: 'only since this day or time, such as 2026-12-24' },
  retry: { type: 'string', least: 1, about: 'send the mail of this number now' },
  minutes: { type: 'string', least: 1, about: 'for this many minutes from now' },
  until: { type: 'string', about: 'until this time, such as 2026-12-24T18:00Z' },
  submissions: { type: 'boolean', about: 'only submissions and changes; reading stays open' },
  refused: {
    type: 'string',
    about: 'mark this address as one that takes no mails, after a bounce; with --off it does again',
  },
  checkout: { type: 'string', about: 'read this folder, a checkout or a bare repository' },
  checkouts: {
    type: 'string',
    about: 'the folder with a copy of each repository, as <owner>+<name>: a checkout or bare',
  },
  commit: { type: 'string', about: 'at this commit of it (default: HEAD, or the one it names)' },
  repository: { type: 'string', about: 'only this one of its repositories' },
  dryRun: { type: 'boolean', flag: 'dry-run', about: 'print what would be done, and do nothing' },
  role: { type: 'string', about: 'what the editor may do' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options

export type Values = {
  [O in OptionName]?: (typeof options)[O]['type'] extends 'boolean' ? boolean : string
}

/** Options that all commands accept. */
const ofAll = ['json', 'env', 'site', 'help'] as const satisfies OptionName[]
/** Options of all commands that make a decision. */
export const deciding = ['yes', 'as'] as const satisfies OptionName[]

export interface TypedOption extends Option {
  name: OptionName
  flag: string
}

/** The options of a command with the flags that editors type. */
export function optionsOf(names: readonly OptionName[]): TypedOption[] {
  return [...names, ...ofAll].map((name) => ({ flag: name, ...options[name], name }))
}
