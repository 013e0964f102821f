import { expect, it } from 'vitest'
import { submissionWarnings } from './submission-warnings.ts'

const body = {
  name: 'Letterbox',
  url: 'https://letterbox.example',
  description: 'Answers letters.',
  email: 'ada@letterbox.example',
  tool_slugs: ['postgresql'],
}

const claim = {
  agent_use_case: 'support' as const,
  qualification_statement: 'Agents answer.',
  workflow_summary: 'They read.',
  agent_tools_used: ['A model'],
  supporting_links: ['https://letterbox.example/how'],
}

it('a whole claim, and a body without one, are used whole', () => {
  expect(submissionWarnings(body, [])).toEqual([])
  expect(submissionWarnings({ ...body, ...claim, qualification_type: 'agent_native' }, [])).toEqual(
    [],
  )
})

it('each claim field without qualification_type is named, but for empty lists', () => {
  const paths = submissionWarnings({ ...body, ...claim, supporting_links: [] }, [])
  expect(paths.map(({ path }) => path)).toEqual([
    'agent_use_case',
    'qualification_statement',
    'workflow_summary',
    'agent_tools_used',
  ])
})

it('a field that is not known is named with the nearest that is', () => {
  expect(submissionWarnings(body, ['tool_slug', 'colour'])).toEqual([
    {
      path: 'tool_slug',
      message: 'is not a field of a submission and was ignored (did you mean tool_slugs?)',
    },
    { path: 'colour', message: 'is not a field of a submission and was ignored' },
  ])
})

it('however many and long they are, the warnings stay short', () => {
  const fields = Array.from({ length: 3000 }, (_, index) => `${'x'.repeat(900)}${index}`)
  expect(JSON.stringify(submissionWarnings(body, fields)).length).toBeLessThan(5_000)
})
