import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readReviewReasons } from '#content-files/load.ts'
import { addresses } from '#core/addresses.ts'
import { type Reasons, reasonFrom, withGuide } from './reasons.ts'

const reasons = {
  reject: [
    { key: 'spam', title: 'Spam', text: 'It advertises.' },
    { key: 'no-product', title: 'No product', text: 'There is none.' },
  ],
  revise: [
    {
      key: 'kind',
      title: 'Kind',
      text: 'Another fits.',
      with_fit: { of: ['qualification_type', 'agent_use_case'], text: '{{fit}} fits.' },
    },
    {
      key: 'use-case',
      title: 'Use case',
      text: 'Another does.',
      with_fit: { of: ['agent_use_case'], text: 'It is {{fit}}.' },
    },
  ],
} satisfies Reasons

it.each([
  ['spam', 'It advertises.'],
  ['no-product, spam', 'There is none. It advertises.'],
  ['spam,spam', 'It advertises.'],
  ['这不是一个产品。', '这不是一个产品。'],
  ['It sells, spam, and more', 'It sells, spam, and more'],
  ['spam\n\nWrite to us.\n\nAda', 'It advertises.\n\nWrite to us.\n\nAda'],
])('%j is what the owner gets: %j', (words, text) => {
  expect(reasonFrom(reasons.reject, words)).toMatchObject({ text })
})

it.each([
  ['no-prodct', 'There is no reason no-prodct (did you mean no-product?). Write it'],
  ['spam,links', 'There is no reason links.'],
  ['No.', 'There is no reason No.. Write it'],
  ['no-prodct\n\nWrite to us.', 'There is no reason no-prodct'],
  ['No', 'There is no reason No. Write it in several words of your own.'],
  ['spa', 'There is no reason spa (did you mean spam?).'],
])('neither a slip of a key nor a single word is mailed: %j', (words, problem) => {
  expect(reasonFrom(reasons.reject, words)).toEqual({
    problem: expect.stringContaining(problem),
    hint: 'Reasons: spam, no-product.',
  })
})

it.each([
  ['kind', 'Another fits.'],
  ['kind=support', 'the use case support fits.'],
  ['kind=support+agentic_workflow', 'the kind agentic_workflow and the use case support fits.'],
  ['kind, use-case=voice', 'Another fits. It is the use case voice.'],
  ['a=b is odd', 'a=b is odd'],
])('a reason names what fits where its key is followed by it: %j', (words, text) => {
  expect(reasonFrom(reasons.revise, words)).toMatchObject({ text })
})

it.each([
  ['kind=suport', 'What fits is one of agent_native,'],
  ['kind=', 'What fits is one of'],
  ['use-case=agent_native', 'What fits is one of support,'],
  // What is meant is said, too, with the reason that takes it.
  ['use-case=agent_native', 'agent_native is a kind: kind=agent_native.'],
])('what is no kind and no use case is not mailed: %j', (words, problem) => {
  expect(reasonFrom(reasons.revise, words)).toEqual({
    problem: expect.stringContaining(problem),
  })
})

it('a reason that names nothing takes nothing', () => {
  expect(reasonFrom(reasons.reject, 'spam=support')).toEqual({
    problem: 'The reason spam names nothing that fits.',
  })
})

describe('a reason that names a look-alike', () => {
  const known = {
    reject: [
      ...reasons.reject,
      {
        key: 'duplicate',
        title: 'Same',
        text: 'It is there.',
        with_look_alike: 'It is {{look_alike}}.',
      },
    ],
  }
  const near = (slug: string, isNearest = true) => ({ slug, text: `The ${slug}`, isNearest })

  it('names the nearest, or the one that the editor names', () => {
    const found = [near('one'), near('two', false)]
    expect(reasonFrom(known.reject, 'duplicate', found)).toMatchObject({ text: 'It is The one.' })
    expect(reasonFrom(known.reject, 'duplicate=two', found)).toMatchObject({
      text: 'It is The two.',
    })
    expect(reasonFrom(known.reject, 'duplicate', [])).toMatchObject({ text: 'It is there.' })
  })

  it('is not mailed while two are equally near, or for one that is none', () => {
    const twins = [near('one'), near('two')]
    expect(reasonFrom(known.reject, 'spam,duplicate', twins)).toEqual({
      problem: expect.stringContaining('equally: one, two. Say which one'),
    })
    expect(reasonFrom(known.reject, 'duplicate=none', twins)).toMatchObject({
      text: 'It is there.',
    })
    expect(reasonFrom(known.reject, 'duplicate=three', twins)).toEqual({
      problem: expect.stringContaining('These are: one, two.'),
    })
  })

  it('is not mailed for one that looks like it but weakly: which one is chosen, not guessed', () => {
    const weak = [near('one', false)]
    expect(reasonFrom(known.reject, 'duplicate', weak)).toEqual({
      problem: expect.stringContaining('duplicate=one, or duplicate=none'),
    })
    expect(reasonFrom(known.reject, 'duplicate=one', weak)).toMatchObject({
      text: 'It is The one.',
    })
  })
})

it('the reasons name the guide by its address, and two of them are final', async () => {
  const read = await readReviewReasons(path.resolve(import.meta.dirname, '../..'))
  const given = withGuide(read, addresses('https://directory.example'))
  expect(JSON.stringify(given)).not.toMatch(/\{\{guide|at \/docs/)
  expect(reasonFrom(given.revise!, 'kind')).toMatchObject({
    text: expect.stringContaining(' at https://directory.example/docs/review#the-three-kinds, '),
  })
  expect(reasonFrom(given.claim!, 'kind')).toMatchObject({
    text: expect.stringContaining(' at https://directory.example/docs/review and '),
  })
  const final = given
    .reject!.map(({ key }) => key)
    .filter((key) => {
      const mail = reasonFrom(given.reject!, key)
      return 'isFinal' in mail && mail.isFinal
    })
  expect(final).toEqual(['harmful', 'illegal'])
  // What it says beside a final reason would invite to send it again.
  const harmful = reasonFrom(given.reject!, 'harmful')
  expect(reasonFrom(given.reject!, 'spam,harmful')).toEqual(harmful)
})
