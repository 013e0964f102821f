import { describe, expect, it } from 'vitest'
import { SubmissionBody, submitProduct } from './submit-product.ts'

const body = {
  name: 'Acme Agents',
  url: 'https://acme.example',
  description: 'Agents that file reports.',
  email: 'jane@acme.example',
  tool_slugs: ['nextjs'],
}

const qualification = {
  qualification_type: 'agent_native',
  agent_use_case: 'research',
  qualification_statement: 'Agents do the work.',
  workflow_summary: 'They read, then write.',
  agent_tools_used: ['LangGraph'],
  supporting_links: ['https://acme.example/how'],
}

const companions = Object.keys(qualification).filter((field) => field !== 'qualification_type')

const id = '3f0e2c8a-0b7d-4c7e-9a51-0d4a8f6f2b11'

const whole = {
  ...body,
  ...qualification,
  tool_ids: [id],
  custom_tools: ['Homegrown'],
  founder_name: 'Jane Doe',
  founder_twitter: 'janedoe',
  favicon_url: 'https://acme.example/icon.svg',
  screenshot_url: 'https://acme.example/shot.png',
  audience_tags: ['for-developers', 'for-founders', 'b2b', 'consumer'],
  referral_code: 'abc123',
}

const required = ['name', 'url', 'description', 'email']
const optional = Object.keys(whole).filter((field) => !(field in body))
const lists = Object.keys(whole).filter((field) => Array.isArray(Reflect.get(whole, field)))
const urls = ['url', 'favicon_url', 'screenshot_url']
const cleaned = [
  { field: 'name', max: 80 },
  { field: 'description', max: 240 },
  { field: 'founder_name', max: 80 },
  { field: 'founder_twitter', max: 30 },
  { field: 'qualification_statement', max: 180 },
  { field: 'workflow_summary', max: 500 },
  { field: 'referral_code', max: 40 },
]

function parsed(sent: unknown) {
  return SubmissionBody.parse(sent)
}

/** Where the problems are, and for rules of our own also what they say. */
function problems(sent: unknown): string[] {
  return SubmissionBody.safeParse(sent).error?.issues.map(({ path }) => path.join('.')) ?? []
}

function messageAt(sent: unknown, at: string): string | undefined {
  const { error } = SubmissionBody.safeParse(sent)
  return error?.issues.find(({ path }) => path.join('.') === at)?.message
}

function without<T extends object>(whole: T, ...keys: string[]) {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.includes(key)))
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `entry ${index}`)
}

describe('a submission', () => {
  it('with the required fields and one tool is accepted as it is', () => {
    expect(parsed(body)).toEqual(body)
  })

  it('with every field is accepted', () => {
    expect(parsed(whole)).toEqual(whole)
  })

  it.each(required)('without %s is refused for that field alone', (field) => {
    expect(problems(without(body, field))).toEqual([field])
  })

  it.each<{ title: string; value: unknown }>([
    { title: 'empty', value: '' },
    { title: 'white space', value: ' \t\n' },
    { title: 'null', value: null },
    { title: 'invisible characters', value: '\u200b\u00ad' },
    { title: 'joiners', value: '\u200d\u200c' },
    { title: 'NUL', value: '\u0000' },
  ])('treats a required field of $title as missing', ({ value }) => {
    for (const field of required) expect(problems({ ...body, [field]: value })).toEqual([field])
  })

  it.each(optional)('treats an empty or null %s as not sent', (field) => {
    expect(parsed({ ...body, [field]: '' })).toEqual(body)
    expect(parsed({ ...body, [field]: null })).toEqual(body)
  })

  it('ignores unknown fields, the tier among them', () => {
    const more = {
      submission_tier: 'paid_fast_track',
      status: 'approved',
      is_featured: true,
      email_verified: [],
    }
    expect(parsed({ ...body, ...more })).toEqual(body)
  })

  it.each<{ title: string; sent: unknown }>([
    { title: 'a list', sent: [] },
    { title: 'a list of bodies', sent: [body] },
    { title: 'text', sent: 'name' },
    { title: 'empty text', sent: '' },
    { title: 'a number', sent: 5 },
    { title: 'true', sent: true },
    { title: 'null', sent: null },
    { title: 'nothing', sent: undefined },
  ])('that is $title is refused with one problem, of the whole', ({ sent }) => {
    expect(problems(sent)).toEqual([''])
  })

  it('that is an empty object gets a problem for every required field and the missing tools at once', () => {
    expect(problems({}).sort()).toEqual(['description', 'email', 'name', 'tool_slugs', 'url'])
  })

  it('gets all problems at once, including those between fields', () => {
    const sent = {
      name: 'x'.repeat(81),
      url: 'ftp://acme.example',
      description: '',
      email: 'jane',
      tool_slugs: [],
      tool_ids: [],
      founder_name: 5,
      audience_tags: ['everyone'],
      qualification_type: 'agent_native',
      agent_tools_used: numbered(9),
      supporting_links: ['nowhere'],
    }
    expect(problems(sent).sort()).toEqual([
      'agent_tools_used',
      'agent_use_case',
      'audience_tags.0',
      'description',
      'email',
      'founder_name',
      'name',
      'qualification_statement',
      'supporting_links.0',
      'tool_slugs',
      'url',
      'workflow_summary',
    ])
  })
})

describe('lengths', () => {
  it.each(cleaned)('$field takes $max characters, emoji counted once', ({ field, max }) => {
    for (const character of ['a', 'é', '漢', '😀']) {
      const value = character.repeat(max)
      expect(parsed({ ...body, [field]: value })).toEqual({ ...body, [field]: value })
    }
  })

  it.each(cleaned)(
    '$field refuses $max characters and one, and names the bound',
    ({ field, max }) => {
      for (const character of ['a', 'é', '漢', '😀']) {
        const sent = { ...body, [field]: character.repeat(max + 1) }
        expect(problems(sent)).toEqual([field])
        expect(messageAt(sent, field)).toBe(`has more than ${max} characters`)
      }
    },
  )

  it.each(cleaned)('$field is measured after it was cleaned', ({ field, max }) => {
    expect(
      problems({ ...body, [field]: `  ${'\u200b'.repeat(50)}${'e\u0301'.repeat(max)}\n` }),
    ).toEqual([])
  })

  it.each(urls)('%s takes 2048 characters and refuses one more', (field) => {
    const fits = `https://acme.example/${'😀'.repeat(2027)}`
    expect(parsed({ ...body, [field]: fits })).toEqual({ ...body, [field]: fits })
    expect(messageAt({ ...body, [field]: `${fits}a` }, field)).toBe('has more than 2048 characters')
  })

  it('email takes 254 characters and refuses one more', () => {
    const fits = `${'a'.repeat(241)}@acme.example`
    expect(parsed({ ...body, email: fits }).email).toHaveLength(254)
    expect(messageAt({ ...body, email: `a${fits}` }, 'email')).toBe('has more than 254 characters')
  })

  it.each([
    { field: 'custom_tools', entries: 10, length: 40 },
    { field: 'agent_tools_used', entries: 8, length: 60 },
  ])('$field takes $entries entries of $length characters', ({ field, entries, length }) => {
    const emoji = '😀'.repeat(length)
    const values = [...numbered(entries - 1), emoji]
    expect(parsed({ ...body, [field]: values })).toHaveProperty(field, values)
    expect(messageAt({ ...body, [field]: numbered(entries + 1) }, field)).toBe(
      `has more than ${entries} entries`,
    )
    expect(messageAt({ ...body, [field]: ['fits', `${emoji}a`] }, `${field}.1`)).toBe(
      `has more than ${length} characters`,
    )
  })

  it('supporting_links takes 4 entries and refuses one more', () => {
    const links = [1, 2, 3, 4, 5].map((number) => `https://acme.example/${number}`)
    expect(parsed({ ...body, supporting_links: links.slice(0, 4) })).toHaveProperty(
      'supporting_links',
      links.slice(0, 4),
    )
    expect(messageAt({ ...body, supporting_links: links }, 'supporting_links')).toBe(
      'has more than 4 entries',
    )
  })

  it('a list is counted without its empty entries', () => {
    expect(parsed({ ...body, custom_tools: ['', ' ', null, ...numbered(10)] })).toHaveProperty(
      'custom_tools',
      numbered(10),
    )
  })
})

describe('text fields', () => {
  const oneLine = cleaned.filter(({ field }) => field !== 'workflow_summary')

  it.each(oneLine)('$field is one line: line breaks and tabs become a space', ({ field }) => {
    expect(parsed({ ...body, [field]: 'two\r\n\tlines\u00a0of text' })).toHaveProperty(
      field,
      'two lines of text',
    )
  })

  it.each(['custom_tools', 'agent_tools_used'])('entries of %s are one line each', (field) => {
    expect(parsed({ ...body, [field]: ['two\nlines'] })).toHaveProperty(field, ['two lines'])
  })

  it('workflow_summary keeps its line breaks', () => {
    expect(parsed({ ...body, workflow_summary: ' 1. Read\r\n2. Write ' })).toHaveProperty(
      'workflow_summary',
      '1. Read\n2. Write',
    )
  })

  it.each(cleaned)('$field loses invisible, control and bidirectional characters', ({ field }) => {
    expect(
      parsed({ ...body, [field]: 'Ac\u202eme\u0000 \u200bAgents\u2069\ufeff' }),
    ).toHaveProperty(field, 'Acme Agents')
  })

  it('a name keeps the joiners of its emoji', () => {
    expect(parsed({ ...body, name: '👩\u200d💻 Acme' }).name).toBe('👩\u200d💻 Acme')
  })

  it.each(['name', 'founder_name'])('%s with an address is refused with the way out', (field) => {
    const sent = { ...body, [field]: 'Claim your prize http://evil.example/win now' }
    const { error } = SubmissionBody.safeParse(sent)
    expect(error?.issues).toMatchObject([
      {
        path: [field],
        message: expect.stringMatching(/^holds a web or e-mail address; write the/),
      },
    ])
    expect(parsed({ ...body, [field]: 'Cal.com' })).toHaveProperty(field, 'Cal.com')
  })

  it('a name is composed to NFC', () => {
    expect(parsed({ ...body, name: 'Cafe\u0301' }).name).toBe('Café')
  })

  it.each([...cleaned.map(({ field }) => field), ...urls, 'email'])('%s must be text', (field) => {
    for (const value of [5, true, {}, ['a']])
      expect(problems({ ...body, [field]: value })).toEqual([field])
  })
})

describe('addresses', () => {
  // Which addresses are refused is asked in resources/fields.test.ts.
  it.each(['jane@acme.example\u200b', ' Jane@Acme.Example\n'])(
    'the e-mail %j is kept trimmed and in lower case',
    (email) => {
      expect(parsed({ ...body, email }).email).toBe('jane@acme.example')
    },
  )

  it('an e-mail that is none is refused once', () => {
    const sent = { ...body, email: 'jane@acme' }
    expect(problems(sent)).toEqual(['email'])
    expect(messageAt(sent, 'email')).toBe('is not an e-mail address')
  })

  it.each(urls)('%s takes http and https, and refuses any other address', (field) => {
    for (const value of ['http://acme.example/a?b#c', 'HTTPS://ACME.EXAMPLE'])
      expect(parsed({ ...body, [field]: value })).toHaveProperty(field, value)
    const sent = { ...body, [field]: 'javascript:alert(1)' }
    expect(problems(sent)).toEqual([field])
    expect(messageAt(sent, field)).toBe('is not an absolute http or https URL')
  })

  it('supporting_links refuses each bad link by its place', () => {
    const supporting_links = ['https://acme.example', 'nowhere', 'ftp://acme.example']
    expect(problems({ ...body, supporting_links })).toEqual([
      'supporting_links.1',
      'supporting_links.2',
    ])
  })

  it.each([
    { sent: '@janedoe', kept: 'janedoe' },
    { sent: ' @janedoe ', kept: 'janedoe' },
    { sent: 'janedoe', kept: 'janedoe' },
    { sent: '@@janedoe', kept: '@janedoe' },
    { sent: `@${'a'.repeat(30)}`, kept: 'a'.repeat(30) },
  ])('founder_twitter $sent loses one leading @', ({ sent, kept }) => {
    expect(parsed({ ...body, founder_twitter: sent }).founder_twitter).toBe(kept)
  })

  it.each(['@', ' @ ', '@\u200b'])(
    'founder_twitter %j is empty and so not sent',
    (founder_twitter) => {
      expect(parsed({ ...body, founder_twitter }).founder_twitter).toBeUndefined()
    },
  )
})

describe('tools', () => {
  const toolless = without(body, 'tool_slugs')

  it.each<{ title: string; tools: Record<string, unknown> }>([
    { title: 'tool_slugs', tools: { tool_slugs: ['nextjs'] } },
    { title: 'tool_ids', tools: { tool_ids: [id] } },
    { title: 'custom_tools', tools: { custom_tools: ['Homegrown'] } },
    {
      title: 'custom_tools beside empty lists',
      tools: { tool_slugs: [], tool_ids: [], custom_tools: ['Homegrown'] },
    },
    {
      title: 'all three',
      tools: { tool_slugs: ['nextjs'], tool_ids: [id], custom_tools: ['Homegrown'] },
    },
  ])('are named by $title', ({ tools }) => {
    expect(parsed({ ...toolless, ...tools })).toEqual({ ...toolless, ...tools })
  })

  it.each<{ title: string; tools: Record<string, unknown> }>([
    { title: 'no list', tools: {} },
    { title: 'an empty list', tools: { tool_slugs: [] } },
    { title: 'three empty lists', tools: { tool_slugs: [], tool_ids: [], custom_tools: [] } },
    {
      title: 'lists of nothing but empty entries',
      tools: { tool_slugs: ['', null], custom_tools: [' ', '\u200b'] },
    },
    { title: 'null lists', tools: { tool_slugs: null, tool_ids: null, custom_tools: null } },
  ])('are missing with $title', ({ tools }) => {
    expect(problems({ ...toolless, ...tools })).toEqual(['tool_slugs'])
    expect(messageAt({ ...toolless, ...tools }, 'tool_slugs')).toMatch(
      /must name at least one tool/,
    )
  })

  it('that are named twice count once', () => {
    const sent = {
      ...body,
      tool_slugs: ['nextjs', 'nextjs', ' nextjs '],
      tool_ids: [id, id.toUpperCase()],
      custom_tools: ['Own', 'Own'],
    }
    expect(parsed(sent)).toMatchObject({
      tool_slugs: ['nextjs'],
      tool_ids: [id],
      custom_tools: ['Own'],
    })
  })

  it.each(['x', '3f0e2c8a', `${id}0`, id.replaceAll('-', ''), `{${id}}`])(
    'are not named by the id %s',
    (wrong) => {
      expect(messageAt({ ...body, tool_ids: [id, wrong] }, 'tool_ids.1')).toBe('is not a UUID')
    },
  )

  it.each(lists)('%s must be a list, and the rule of at least one tool is silent then', (field) => {
    expect(problems({ ...body, [field]: 'nextjs,react' })).toEqual([field])
  })

  it.each(lists)('entries of %s must be text', (field) => {
    expect(problems({ ...body, [field]: [5] })).toEqual([`${field}.0`])
  })
})

describe('closed sets', () => {
  it.each([
    { field: 'qualification_type', values: ['agent_native', 'agent_built', 'agentic_workflow'] },
    {
      field: 'agent_use_case',
      values: ['support', 'research', 'operations', 'sales', 'voice', 'browser_automation'],
    },
  ])('$field takes its values and no other', ({ field, values }) => {
    for (const value of values)
      expect(parsed({ ...body, ...qualification, [field]: value })).toHaveProperty(field, value)
    for (const value of ['other', 'Support', 'AGENT_NATIVE', 5])
      expect(problems({ ...body, ...qualification, [field]: value })).toEqual([field])
  })

  it('audience_tags takes its values, each once', () => {
    const { audience_tags } = whole
    expect(parsed({ ...body, audience_tags: [...audience_tags, 'b2b'] }).audience_tags).toEqual(
      audience_tags,
    )
    expect(problems({ ...body, audience_tags: ['b2b', 'all'] })).toEqual(['audience_tags.1'])
  })
})

describe('a qualification', () => {
  it.each(companions)('needs %s', (field) => {
    expect(problems({ ...body, ...without(qualification, field) })).toEqual([field])
    expect(messageAt({ ...body, ...without(qualification, field) }, field)).toBe(
      'is required when qualification_type is given',
    )
  })

  it.each(companions)('does not accept an empty %s', (field) => {
    const empties = ['agent_tools_used', 'supporting_links'].includes(field)
      ? [[], [''], [' ', null], null]
      : ['', ' ', null, '\u200d']
    for (const value of empties)
      expect(problems({ ...body, ...qualification, [field]: value })).toEqual([field])
  })

  it('without any companion gets a problem for all five', () => {
    expect(problems({ ...body, qualification_type: 'agent_built' }).sort()).toEqual(
      [...companions].sort(),
    )
  })

  it('of an unknown type also gets problems for its companions', () => {
    expect(problems({ ...body, qualification_type: 'other' }).sort()).toEqual(
      [...companions, 'qualification_type'].sort(),
    )
  })

  it('may be absent while companions are there', () => {
    const rest = without(qualification, 'qualification_type')
    expect(parsed({ ...body, ...rest })).toEqual({ ...body, ...rest })
  })
})

describe('beside the body', () => {
  it.each(['true', 'false'])('dry_run may be %s', (dry_run) => {
    expect(submitProduct.query.parse({ dry_run })).toEqual({ dry_run })
  })

  it('dry_run may be absent and nothing else', () => {
    expect(submitProduct.query.parse({})).toEqual({})
    for (const dry_run of ['1', 'yes', 'TRUE'])
      expect(submitProduct.query.safeParse({ dry_run }).success).toBe(false)
  })

  it('Idempotency-Key has at most 255 characters', () => {
    const key = 'k'.repeat(255)
    expect(submitProduct.headers.parse({ 'idempotency-key': key })).toEqual({
      'idempotency-key': key,
    })
    expect(
      submitProduct.headers.safeParse({ 'idempotency-key': `${key}k` }).error?.issues,
    ).toMatchObject([{ path: ['idempotency-key'], message: 'has more than 255 characters' }])
  })

  it('the answer of a success is never cached', () => {
    expect(submitProduct.cache).toBe('never')
  })
})
