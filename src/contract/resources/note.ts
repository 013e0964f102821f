import { z } from 'zod'

/** Additive: what an answer has to say beside what it lists. */
export const note = z
  .string()
  .optional()
  .describe(
    'In words: that nothing fits or a name is not known, and what is near; tools that fit a task better than any product; that none is built with the stack. Absent when there is nothing to say.',
  )
