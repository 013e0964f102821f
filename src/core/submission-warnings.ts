import {
  type SubmissionBody,
  type SubmissionWarning,
  qualificationCompanions,
  submissionFields,
} from '#contract/operations/submit-product.ts'
import { cleanText, cut } from '#contract/text.ts'
import { didYouMean } from './nearest-names.ts'

/**
 * Warnings about input that is not used. Decisions, Claim fields without `qualification_type`.
 */
export function submissionWarnings(
  body: SubmissionBody,
  unknownFields: readonly string[],
): SubmissionWarning[] {
  const claim = body.qualification_type === undefined ? qualificationCompanions : []
  return [
    ...claim
      .filter((field) => body[field] !== undefined && body[field].length > 0)
      .map((field) => ({
        path: field,
        message: 'is kept for the editors and not shown: without qualification_type it is no claim',
      })),
    // Only some of the unknown fields: a body can have thousands.
    ...unknownFields.slice(0, mostNamed).map(unused),
  ]
}

const mostNamed = 20

const fieldNames = Object.keys(submissionFields)

function unused(field: string): SubmissionWarning {
  const path = cut(cleanText(field), 60)
  // Spec, POST /submit, rule 6: "The submission is always free tier."
  if (path === 'submission_tier')
    return { path, message: 'is ignored: a submission is always of the free tier' }
  const hint = didYouMean(path, fieldNames)
  return { path, message: `is not a field of a submission and was ignored${hint}` }
}
