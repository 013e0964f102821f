import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { load } from 'js-yaml'
import { acmeListing, contentFolder, runOnFiles } from '#testing/desk-files.ts'

const good = `# Ours
${acmeListing}`
const claimed = `${good}qualification_type: agent_native
agent_use_case: research
qualification_statement: Agents do the work.
workflow_summary: They read, then write.
agent_tools_used: [Web search]
supporting_links: [https://acme.example/how]
claim_review_status: verified
claim_reviewed_at: # an editor
claim_evidence_summary: The page shows it.
`

async function folderWith(text: string) {
  const root = await contentFolder('langgraph')
  const file = path.join(root, 'content/listings/acme.yaml')
  await writeFile(file, text)
  return { root, file, read: () => readFile(file, 'utf8') }
}

describe('check-file', () => {
  it('says that a file is good, and what an editor does next', async () => {
    const { root, file } = await folderWith(good)
    expect(await runOnFiles(root, ['check-file', file])).toMatchObject({
      code: 0,
      text: 'content/listings/acme.yaml: is good; when an editor approves it: npm run editor -- stamp acme',
    })
  })

  it('tells the mistakes of every file that is named', async () => {
    const { root, file } = await folderWith(good.replace('langgraph', 'langgrap'))
    const other = path.join(root, 'README.md')
    const { code, text, values } = await runOnFiles(root, ['check-file', file, other])
    expect(code).toBe(1)
    expect(text.split('\n')).toEqual([
      'content/listings/acme.yaml:7: tools: there is no content/tools/langgrap.yaml (did you mean langgraph?)',
      `${other}: is no file of content/listings or content/tools`,
    ])
    expect(values).toMatchObject([{ outcome: 'checked', files: [{}, {}] }])
  })

  it('needs no settings, no database and no server', async () => {
    const script = path.resolve(import.meta.dirname, '../../scripts/editor.ts')
    const env = { PATH: process.env['PATH'], DATA_DIR: '/nowhere/at/all', PORT: 'no port' }
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [script, ...args], { env })
    const file = path.resolve(import.meta.dirname, '../../content/listings/aider.yaml')
    expect((await run('check-file', file, '--json')).stdout).toContain('"problems": []')
    await expect(run('check-file')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Name the file\.\n/) as string,
    })
    await expect(run('check-file', 'content/tasks.yaml')).rejects.toMatchObject({ code: 1 })
  })
})

describe('stamp', () => {
  it('writes when it was approved, and leaves every other line', async () => {
    const { root, read } = await folderWith(good)
    const { code, values } = await runOnFiles(root, ['stamp', 'acme'])
    expect({ code, values }).toMatchObject({ code: 0, values: [{ outcome: 'stamped' }] })
    expect(await read()).toBe(`${good}approved_at: '2026-11-22T09:00:00.123Z'\n`)
  })

  it('of a verified claim writes when it was reviewed, and by whom', async () => {
    const { root, read } = await folderWith(claimed)
    expect(await runOnFiles(root, ['stamp', 'acme', '--as', 'Ada: one'])).toMatchObject({ code: 0 })
    const moment = '2026-11-22T09:00:00.123Z'
    expect(load(await read())).toMatchObject({
      approved_at: moment,
      claim_reviewed_at: moment,
      claim_verified_by: 'Ada: one',
    })
    const before = await read()
    expect(await runOnFiles(root, ['stamp', 'acme'])).toMatchObject({
      code: 0,
      values: [{ outcome: 'unchanged' }],
    })
    expect(await read()).toBe(before)
  })

  it.each([
    ['a mistake', good.replace('It acts.', ''), 'description: is missing'],
    [
      'a key in braces',
      `{${JSON.stringify(load(good)).slice(1, -1)}, approved_at: null}`,
      'Not stamped',
    ],
  ])('leaves a file with %s as it is', async (_, text, sentence) => {
    const { root, read } = await folderWith(text)
    const outcome = await runOnFiles(root, ['stamp', 'acme'])
    expect(outcome.code).toBe(1)
    expect(outcome.text).toContain(sentence)
    expect(await read()).toBe(text)
  })

  it('names the file that is not there, and reaches no other folder', async () => {
    const { root } = await folderWith(good)
    for (const slug of ['nobody', '../tools/langgraph'])
      expect(await runOnFiles(root, ['stamp', slug])).toMatchObject({ code: 1 })
  })
})
