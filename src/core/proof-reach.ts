/** How much of a stack the code shows, as lists can be narrowed by it. */
export const proofReaches = ['every_tool', 'some_tools', 'none_yet'] as const
export type ProofReach = (typeof proofReaches)[number]
