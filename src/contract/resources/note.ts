import { z } from 'zod'

/** A remark in an answer with a list. An addition to the contract. */
export const note = z
  .string()
  .optional()
  .describe(
    'In words: that nothing fits or a name is unknown, with the nearest matches; tools that fit a task better than any product; that no product uses the stack. Absent when there is nothing to say.',
  )
