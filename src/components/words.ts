import type {
  AgentUseCase,
  AudienceTag,
  ClaimReviewStatus,
  CompatibilityStatus,
  QualificationType,
} from '#contract/enums.ts'

/** The contract's words as people read them. */
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
    submitted: 'Submitted, not verified yet',
    verified: 'Verified',
    not_verified: 'Not verified',
    needs_revision: 'Needs revision',
  } satisfies Record<ClaimReviewStatus, string>,
  compatibility: {
    core_stack: 'Core of the stack',
    has_integration: 'Has an integration',
    supports_deployment: 'Supports deployment',
    works_with: 'Works with',
  } satisfies Record<CompatibilityStatus, string>,
}

/** A day as people write it. */
export function day(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
