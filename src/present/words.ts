import type {
  ActivityState,
  AgentUseCase,
  AudienceTag,
  ClaimReviewStatus,
  CompatibilityStatus,
  LifecycleState,
  ProofReach,
  QualificationType,
  StackBasis,
} from '#contract/enums.ts'
import type { ProofLevel, Support } from '#contract/resources/proof.ts'
import type { LicenceKind } from '#core/licence.ts'
import { isOfCode } from '#core/stack-basis.ts'

/** Labels of enum values, for lists, tables and forms. */
export const words = {
  qualification_type: {
    agent_native: 'Agent-native',
    agent_built: 'Agent-built',
    agentic_workflow: 'Agentic workflow',
  } satisfies Record<QualificationType, string>,
  agent_use_case: {
    support: 'Support',
    research: 'Research',
    operations: 'Operations',
    sales: 'Sales',
    voice: 'Voice',
    browser_automation: 'Browser automation',
  } satisfies Record<AgentUseCase, string>,
  audience: {
    'for-developers': 'Developers',
    'for-founders': 'Founders',
    b2b: 'Companies',
    consumer: 'Consumers',
  } satisfies Record<AudienceTag, string>,
  claim: {
    submitted: 'Under review',
    verified: 'Verified',
    not_verified: 'Not verified',
    needs_revision: 'Needs revision',
  } satisfies Record<ClaimReviewStatus, string>,
  proof: {
    every_tool: 'Every tool in the code',
    some_tools: 'Some tools in the code',
    none_yet: 'None in the code yet',
  } satisfies Record<ProofReach, string>,
  licence: {
    open_source: 'Open source',
    not_open_source: 'Not open source',
  } satisfies Record<LicenceKind, string>,
  stack_basis: {
    own_code: 'Stack',
    self_hosted_edition: 'Stack of its self-hosted edition',
    sdk: 'Stack of its SDK',
    plugin: 'Stack of its plug-in',
    generated_apps: 'Stack of the apps it builds',
    documentation: 'Stack by its documentation',
    submission: 'Stack as submitted',
  } satisfies Record<StackBasis, string>,
  lifecycle: {
    active: 'Active',
    unmaintained: 'Unmaintained',
    archived: 'Archived',
    sunset: 'Sunset',
  } satisfies Record<LifecycleState, string>,
  activity: {
    recent: 'Recently active',
    quiet: 'Quiet for months',
    dormant: 'Dormant for a year',
  } satisfies Record<ActivityState, string>,
  support: {
    supported: 'Supported versions',
    ended: 'Versions past their end',
  } satisfies Record<Support['state'], string>,
  compatibility: {
    core_stack: 'Core of the stack',
    has_integration: 'Has an integration',
    supports_deployment: 'Supports deployment',
    works_with: 'Works with',
  } satisfies Record<CompatibilityStatus, string>,
}

/** How soon readers see a change of a public listing. */
export const whenSeen = 'in the API and search at once, on its page with the next build'

/** The meaning of each kind, as in the review guide. */
export const kindMeanings = {
  agent_native:
    'The product is an agent: it takes a goal, chooses the next steps and carries them out with tools. Or it is a thing made for agents alone.',
  agent_built: 'Agents made the greater part of the product, and a public record shows it.',
  agentic_workflow:
    'The product has other uses, too, and models carry out a part of the work inside a process that people lay out.',
} as const satisfies Record<QualificationType, string>

/** Labels of proof levels, shown on listings. */
export const proofWords = {
  required: 'dependency',
  development: 'dev dependency',
  image: 'its container image',
  optional: 'an optional part or connector',
  host: 'its host, in code',
  file: 'used',
  plugin_folder: 'plugin',
  system_package: 'installed in its image',
  deployment: 'in files that deploy it',
} as const satisfies Record<ProofLevel, string>

/** Names of topics and tool categories that are proper names. */
const properNames: readonly string[] = ['Kubernetes']

/** The ends of sentences about a claim: "the claim of Quill …". */
export const claimVerdicts = {
  submitted: 'is submitted',
  verified: 'is verified',
  not_verified: 'could not be verified',
  needs_revision: 'needs revision',
} satisfies Record<ClaimReviewStatus, string>

/**
 * A name of a topic, a tool category or a label for the middle of a sentence: only its first letter
 * becomes small, and not that of an acronym, so "LLM observability" and "MCP servers" stay.
 */
export function inSentence(name: string): string {
  if (properNames.includes(name)) return name
  return name.replace(/^\p{Lu}(?=-?\p{Ll})/u, (first) => first.toLowerCase())
}

/** What a verified claim is: "Verified: agent-native". */
export function verifiedWords(kind: keyof typeof words.qualification_type): string {
  return `Verified: ${inSentence(words.qualification_type[kind])}`
}

/** What a stack is that of, if that is not the code of its product: "Stack of its SDK". */
export function basisWords({ stack_basis: basis }: { stack_basis?: StackBasis | undefined }) {
  return basis && !isOfCode({ stack_basis: basis }) ? words.stack_basis[basis] : undefined
}

function dateWords(parts: Intl.DateTimeFormatOptions): (timestamp: string) => string {
  // Made only once: that takes longer than rendering most pages.
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, year: 'numeric', timeZone: 'UTC' })
  return (timestamp) => format.format(new Date(timestamp))
}

/** The day of a timestamp: "18 May 2026". */
export const day = dateWords({ day: 'numeric', month: 'long' })
/** The day of a timestamp with a short month: "18 Sept 2026". */
export const shortDay = dateWords({ day: 'numeric', month: 'short' })
/** A timestamp to the minute: "18 May 2026, 05:28 UTC". */
export const moment = (timestamp: string) => `${day(timestamp)}, ${timestamp.slice(11, 16)} UTC`
/** The month of a timestamp: "May 2026". */
export const month = dateWords({ month: 'long' })
/** The month of a timestamp or day: "Aug 2026". */
export const shortMonth = dateWords({ month: 'short' })
