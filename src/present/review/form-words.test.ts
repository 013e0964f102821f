import { describe, expect, it } from 'vitest'
import { SubmissionBody } from '#contract/operations/submit-product.ts'
import { forPeople } from './form-words.ts'
import { submissionWarnings } from '#core/submission-warnings.ts'

const body = {
  name: 'Letterbox',
  url: 'https://letterbox.example',
  description: 'Answers letters.',
  email: 'ada@letterbox.example',
}
const problemsOf = (more: object) =>
  SubmissionBody.safeParse({ ...body, ...more }).error!.issues.map(({ path, message }) =>
    forPeople({ path: path.join('.'), message }),
  )
const notesOf = (more: object) =>
  submissionWarnings(SubmissionBody.parse({ ...body, tool_slugs: ['redis'], ...more }), []).map(
    forPeople,
  )

describe('a problem of the contract in the words of the form', () => {
  it('missing tools are named without terms of the API', () => {
    expect(problemsOf({})).toEqual([
      {
        path: 'Tools',
        message: 'are missing: choose at least one, or name one of your own',
      },
    ])
  })

  it('the kind has its label of the form', () => {
    const claim = {
      qualification_type: 'agent_native',
      agent_use_case: 'support',
      qualification_statement: 'It answers.',
      workflow_summary: 'It reads, it answers.',
      agent_tools_used: ['LangGraph'],
    }
    expect(problemsOf({ ...claim, tool_slugs: ['redis'] })).toEqual([
      { path: 'Source code or evidence', message: 'is required when “Kind” is given' },
    ])
  })

  it('evidence without a claim is read and not called half a claim', () => {
    expect(notesOf({ supporting_links: ['https://github.com/ada/letterbox'] })).toEqual([
      {
        path: 'Source code or evidence',
        message: 'is for the editors, who look at it, and not shown',
      },
    ])
    expect(notesOf({ agent_use_case: 'support' })[0]!.message).toContain('without “Kind”')
  })
})
