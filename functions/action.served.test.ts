// The steps of the GitHub Action, as the runner starts them, against the served site.
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { startRelay } from '#testing/relay.ts'
import { type Finished } from '#testing/service.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

interface Action {
  inputs: Record<string, { default: string }>
  runs: { steps: { shell: string; env: Record<string, string>; run: string }[] }
}

let action: Action
let folder: string
let relay: Awaited<ReturnType<typeof startRelay>>

beforeAll(async () => {
  const file = path.resolve(import.meta.dirname, '../scripts/action/action.yml')
  action = load(await readFile(file, 'utf8')) as Action
  // Other tests use up the requests of 127.0.0.1.
  relay = await startRelay(`${inject('served').url}/mcp`)
  return relay.close
})

beforeEach(async () => {
  folder = temporaryFolder()
  await writeFile(
    path.join(folder, 'package.json'),
    '{ "dependencies": { "next": "16.0.0", "redis": "5.0.0" } }',
  )
})

/** Runs the action with inputs, and returns its exit code, its log and the summary. */
async function act(inputs: Record<string, string>): Promise<Finished & { summary: string }> {
  const site = new URL(relay.url).origin
  const given: Record<string, string> = {
    package: `${inject('served').url}/cli.tgz`,
    site,
    ...inputs,
  }
  const summary = path.join(folder, 'summary.md')
  const [step, ...more] = action.runs.steps
  expect(more).toEqual([])
  const env = Object.entries(step!.env).map(([name, value]) => {
    const [, input] = /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)!
    return [name, given[input!] ?? action.inputs[input!]!.default]
  })
  await writeFile(path.join(folder, 'step.sh'), step!.run)
  await rm(summary, { force: true })
  const options = {
    cwd: folder,
    env: {
      ...Object.fromEntries(env),
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_cache: path.join(inject('served').dataDir, 'npm-of-action'),
      GITHUB_STEP_SUMMARY: summary,
    },
  }
  // The command of `shell: bash`.
  const bash = ['--noprofile', '--norc', '-eo', 'pipefail', 'step.sh']
  const ended = await promisify(execFile)('bash', bash, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Finished) => error,
  )
  return { ...ended, summary: await readFile(summary, 'utf8') }
}

it('names the tools of a repository without a listing', async () => {
  const { code, stdout, summary } = await act({})
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(summary).toMatch(/^ {4}nextjs +Next\.js, by pkg:npm\/next in package\.json:1$/m)
})

it('compares a repository with its listing, and fails if a tool is not listed', async () => {
  const { code, summary } = await act({ slug: 'plandex' })
  expect(code).toBe(1)
  expect(summary).toContain('\n    not listed: redis (Redis), by package.json:1\n')
  await writeFile(path.join(folder, 'requirements.txt'), 'fastapi==1\n')
  expect(await act({ slug: 'plandex', path: 'requirements.txt' })).toMatchObject({ code: 0 })
})

it('an input is neither a command nor Markdown', async () => {
  const { code, summary, stderr } = await act({
    slug: '$(touch gone)`touch gone`\n# Title',
    path: '; exit 0',
  })
  expect(code).not.toBe(0)
  expect(stderr).toBe('')
  expect(summary.split('\n').filter((line) => !/^ {4}|^$/.test(line))).toEqual([])
  await expect(readFile(path.join(folder, 'gone'))).rejects.toThrow('ENOENT')
})
