import { expect, it } from 'vitest'
import { listChangelog } from '#contract/operations/list-changelog.ts'
import { getProduct } from '#contract/operations/get-product.ts'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { call, submission, validSubmission } from '#testing/api.ts'
import { editor, eventually, pending } from '#testing/editor.ts'

const isApproved = async (slug: string) =>
  (await call(getProduct, `/products/${slug}`)).status === 200

it('a command says what it will do and asks; anything but yes changes nothing', async () => {
  const slug = await pending()
  const ended = ['', 'n\n', 'maybe\n'].map((input) => editor(['approve', slug], { input }))
  for (const { code, stdout, stderr } of await Promise.all(ended)) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'Nothing was changed.\n' })
    expect(stderr).toMatch(/^Approve Test product .* It becomes public at .*\[y\/N\]/)
  }
  expect(await isApproved(slug)).toBe(false)
  expect((await editor(['approve', slug], { input: 'y\n' })).stdout).toContain('is approved.')
  expect(await isApproved(slug)).toBe(true)
})

it('of two editors at once one wins and the other is told who was first; approving twice changes nothing', async () => {
  const slug = await pending()
  const both = await Promise.all(
    ['ada', 'bob'].map((name) => editor(['approve', slug, '--yes', '--json', '--as', name])),
  )
  const outcomes = both.map(({ stdout }) => JSON.parse(stdout) as { outcome: string; by?: string })
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['already_approved', 'approved'])
  const winner = outcomes[0]!.outcome === 'approved' ? 'ada' : 'bob'
  expect(outcomes.find(({ outcome }) => outcome === 'already_approved')!.by).toBe(winner)
  const before = await call(getProduct, `/products/${slug}`)
  expect((await editor(['approve', slug, '--yes'])).code).toBe(0)
  expect((await call(getProduct, `/products/${slug}`)).text).toBe(before.text)
  const shown = JSON.parse((await editor(['show', slug, '--json'])).stdout) as {
    history: { action: string }[]
  }
  expect(shown.history.map(({ action }) => action)).toEqual(['submit', 'approve'])
  // What is approved cannot be rejected.
  const late = await editor(['reject', slug, '--yes', '--json', '--reason', 'It is too late.'])
  expect(late.code).toBe(1)
  expect(JSON.parse(late.stdout)).toMatchObject({ outcome: 'already_approved' })
})

it('a hook that fails leaves the approval standing, says so, exits non-zero, and can be fired again', async () => {
  const broken = { REBUILD_HOOK_URL: 'http://127.0.0.1:9/secret-part' }
  // The service looks for such rows too, and may have taken one first: then it has asked for it.
  const { slug, approval } = await eventually(
    async () => {
      const slug = await pending()
      return { slug, approval: await editor(['approve', slug, '--yes'], { environment: broken }) }
    },
    ({ approval }) => !approval.stdout.includes('A rebuild of the site is asked for.'),
  )
  // The decision is done; what could not be told of it is a warning.
  expect(approval.code).toBe(0)
  expect(approval.stdout).toContain('is approved.')
  expect(approval.stdout).toContain('The site was not rebuilt')
  expect(approval.stdout + approval.stderr).not.toContain('secret-part')
  expect(await isApproved(slug)).toBe(true)
  await eventually(
    () => editor(['rebuild', '--yes'], { environment: broken }),
    ({ code }) => code === 1,
  )
  expect(await editor(['rebuild', '--yes'])).toMatchObject({
    code: 0,
    stdout: 'A rebuild of the site is asked for.\n',
  })
})

it('a mail that cannot be sent leaves the approval standing and waits in the outbox', async () => {
  const slug = await pending()
  const { stdout, stderr } = await editor(['approve', slug, '--yes', '--json'], {
    environment: { SMTP_URL: 'smtp://127.0.0.1:9' },
  })
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'approved',
    mails: [{ kind: 'approval', delivered: false, accepted: false }],
  })
  expect(stderr).toContain('was not sent, attempt 1')
  expect(stderr).not.toContain('@product-')
})

it.concurrent.each([
  ['an unknown command', ['juggle'], 2],
  ['options without a command', ['--as', 'ada'], 2],
  ['a file of settings that is not there', ['queue', '--env', 'nowhere.env'], 2],
  ['an unknown slug', ['approve', 'nobody-has-this', '--yes'], 1],
])('%s is a sentence and a non-zero exit', async (_, args, code) => {
  const ended = await editor(args)
  expect(ended.code).toBe(code)
  expect(ended.stdout + ended.stderr).not.toMatch(/\n\s+at /)
})

it('the commands, and the help of one, are on stdout, and exit 0', async () => {
  const asked = [[], ['--help'], ['approve', '--help']]
  const [none, help, ofOne] = await Promise.all(asked.map((args) => editor(args)))
  expect(none).toEqual(help)
  expect(ofOne).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('npm run editor -- approve <slug> …'),
    stderr: '',
  })
})

it('a folder without a database is told by name, and none is made in it', async () => {
  const ended = await editor(['queue'], { environment: { DATA_DIR: '/nowhere/.data' } })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain('There is no database in /nowhere/.data')
})

it('a reviewed claim is news on an approved listing and the submitter’s alone on a pending one', async () => {
  const claim = {
    qualification_type: 'agent_native',
    agent_use_case: 'support',
    qualification_statement: 'Its agents answer letters.',
    workflow_summary: 'Reads a letter and answers it.',
    agent_tools_used: ['LangGraph'],
    supporting_links: ['https://docs.example/agents'],
  }
  const body = validSubmission(claim)
  const sent = submission(body)
  const slug = String((await call(submitProduct, sent.path, sent)).body['slug'])
  const before = (await call(listChangelog, '/changelog?limit=1')).body['latest_timestamp']
  expect(
    (await editor(['claim', slug, 'needs_revision', '--notes', 'Name the agents.', '--yes'])).code,
  ).toBe(0)
  const pendingStatus = await call(
    getProduct,
    `/products/${slug}?email=${encodeURIComponent(body.email)}`,
  )
  expect(pendingStatus.body).toMatchObject({
    claim_status: 'needs_revision',
    next_action_code: 'CLAIM_NEEDS_REVISION',
  })
  expect((await call(listChangelog, `/changelog?since=${before}`)).body).toMatchObject({ total: 0 })

  await editor(['approve', slug, '--yes'])
  const reviewed = await editor([
    'claim',
    slug,
    'verified',
    '--evidence',
    'Its documentation.',
    '--yes',
    '--json',
    '--as',
    'ada',
  ])
  expect(JSON.parse(reviewed.stdout)).toMatchObject({
    outcome: 'reviewed',
    claim_review_status: 'verified',
    rebuild: 'asked',
  })
  expect((await call(listChangelog, `/changelog?since=${before}`)).body).toMatchObject({
    items: [
      { type: 'claim_review_updated', claim_review_status: 'verified', product: { slug } },
      { type: 'product_approved', product: { slug } },
    ],
  })
  expect((await call(getProduct, `/products/${slug}`)).body).toMatchObject({
    product: {
      is_agent_product: true,
      claim_verified_by: 'ada',
      trust: { source_quality: 'reviewed_with_evidence' },
    },
    next_action_code: 'APPROVED_FOR_AGENT_DIRECTORY',
  })
})

it('a correction and a withdrawal are public in the API without a build, and a withdrawn listing is like none', async () => {
  const slug = await pending()
  await editor(['approve', slug, '--yes'])
  const edited = await editor(['edit', slug, 'name=Quillfeather', '--yes', '--json'])
  expect(JSON.parse(edited.stdout)).toMatchObject({ outcome: 'edited', rebuild: 'asked' })
  await eventually(
    () => call(getProduct, `/products/${slug}`),
    ({ text }) => text.includes('"name":"Quillfeather"'),
  )
  const gone = await editor(['withdraw', slug, '--reason', 'It was closed.', '--yes', '--json'])
  expect(JSON.parse(gone.stdout)).toMatchObject({
    outcome: 'withdrawn',
    mails: [{ kind: 'withdrawal', delivered: true }],
  })
  // Decisions, Published now: within seconds.
  const withdrawn = await eventually(
    () => call(getProduct, `/products/${slug}`),
    ({ status }) => status === 404,
  )
  const unknown = await call(getProduct, `/products/${slug.slice(0, -1)}x`)
  expect(Object.keys(withdrawn.body)).toEqual(Object.keys(unknown.body))
  const feed = (await call(listChangelog, '/changelog?limit=100')).text
  expect(feed).not.toContain(`"${slug}"`)
  const told = (await call(listChangelog, '/changelog?limit=1&include=removals')).body
  expect(told).toMatchObject({ items: [{ type: 'product_removed', product: { slug } }] })
  expect((await editor(['restore', slug, '--yes'])).stdout).toContain('is public again')
})
