import { describe, expect, it } from 'vitest'
import { bodyFromForm, claimProblems, formFields } from './submission-form.ts'

describe('the body of a form', () => {
  it.each([
    [
      'a text field is text',
      'name=Acme+Agents&description=a%26b',
      { name: 'Acme Agents', description: 'a&b' },
    ],
    ['an empty field is left out', 'name=Acme&founder_name=&favicon_url=', { name: 'Acme' }],
    ['the id of the submission is no field', 'submission_id=1&name=Acme', { name: 'Acme' }],
    [
      'inputs of one name are a list',
      'tool_slugs=nextjs&tool_slugs=react&audience_tags=b2b',
      { tool_slugs: ['nextjs', 'react'], audience_tags: ['b2b'] },
    ],
    [
      'lines are a list',
      `custom_tools=${encodeURIComponent('One\r\n Two words \n\n\t\nThree')}`,
      { custom_tools: ['One', 'Two words', 'Three'] },
    ],
    [
      'one line is a list of one',
      'agent_tools_used=LangGraph',
      { agent_tools_used: ['LangGraph'] },
    ],
    ['commas do not split a line', 'custom_tools=One%2C+two', { custom_tools: ['One, two'] }],
    ['nothing but empty lines is left out', 'supporting_links=%0D%0A++%0D%0A', {}],
    ['of a text field sent twice the first counts', 'name=Acme&name=Other', { name: 'Acme' }],
    ['an unknown field is passed on, for the contract to ignore', 'other=x', { other: 'x' }],
    [
      'addresses without https:// get it, as the contract takes them',
      `url=fieldnote.example&supporting_links=${encodeURIComponent('github.com/a/b\r\nhttp://c.example')}`,
      {
        url: 'https://fieldnote.example',
        supporting_links: ['https://github.com/a/b', 'http://c.example'],
      },
    ],
    ['an empty form is an empty body', '', {}],
    [
      'line breaks of a text stay',
      `workflow_summary=${encodeURIComponent('One\r\nTwo')}`,
      { workflow_summary: 'One\r\nTwo' },
    ],
  ])('%s', (_, form, body) => {
    expect(bodyFromForm(new URLSearchParams(form))).toEqual(body)
  })
})

describe('a claim', () => {
  it.each(['agent_use_case', 'qualification_statement', 'workflow_summary', 'agent_tools_used'])(
    'with %s and without its kind is a problem of the kind',
    (name) => {
      const form = new URLSearchParams({ [name]: 'support', qualification_type: '' })
      expect(claimProblems(form)).toEqual([
        { path: 'qualification_type', message: expect.stringMatching(/^is missing/) },
      ])
      form.set('qualification_type', 'agent_built')
      expect(claimProblems(form)).toEqual([])
    },
  )

  it('is not made by empty fields, nor by evidence, which everybody may give', () => {
    const form = new URLSearchParams({
      workflow_summary: ' \r\n',
      agent_use_case: '',
      supporting_links: 'https://github.com/ada/letterbox',
    })
    expect(claimProblems(form)).toEqual([])
  })
})

describe('the fields of the form', () => {
  const field = (name: string) => formFields.find((one) => one.name === name)

  it('have the bounds of the contract, and say them where they need to be counted', () => {
    expect(field('name')).toMatchObject({ label: 'Product name', maxlength: 80, required: true })
    expect(field('workflow_summary')).toMatchObject({
      hint: 'Step by step, at most 500 characters',
      maxlength: 500,
      required: false,
    })
    expect(field('custom_tools')?.hint).toBe('One a line, at most 10')
    expect(formFields.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'name',
      'url',
      'description',
      'email',
    ])
  })

  it('are called by words of their own each, and choices by the words of the contract', () => {
    expect(new Set(formFields.map(({ label }) => label)).size).toBe(formFields.length)
    expect(field('audience_tags')?.options).toContainEqual(['b2b', 'Companies'])
  })
})
