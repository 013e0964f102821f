import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { gitIn } from '#testing/git.ts'
import { load } from 'js-yaml'
import type { GuardedFetch } from '#proof/fetch/guarded-fetch.ts'
import { fileSession } from '#authoring/file-session.ts'
import { contentFolder, runOnFiles } from '#testing/desk-files.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

let checkout: string
let commit: string
const repository = 'https://github.com/acme/Some.App'
const tools = ['langgraph', 'nextjs', 'postgresql', 'redis', 'docker', 'typescript', 'javascript']

const manifest = `{
"description": "The best app.\\nname: Evil\\u2028# really \\u202e",
"homepage": "https://some-app.example/start",
"dependencies": {
"next": "16",
"pg": "8"}}`

beforeAll(async () => {
  checkout = temporaryFolder()
  const git = (...args: string[]) => gitIn(checkout, args)
  git('init', '-q')
  await writeFile(path.join(checkout, 'package.json'), manifest)
  await writeFile(path.join(checkout, 'LICENSE'), 'Permission is hereby granted, free of charge, …')
  await writeFile(
    path.join(checkout, 'docker-compose.yml'),
    'services:\n  cache:\n    image: redis:8\n',
  )
  await mkdir(path.join(checkout, 'agent #1'))
  await writeFile(path.join(checkout, 'agent #1/requirements.txt'), '# ours\nlanggraph==1\n')
  git('add', '.')
  git('commit', '-qm', 'One')
  commit = git('rev-parse', 'HEAD')
})

const read = (root: string, file: string) => readFile(path.join(root, file), 'utf8')
const file = 'content/listings/some-app.yaml'
const draft = (root: string, ...more: string[]) =>
  runOnFiles(root, ['draft', repository, ...more, '--checkout', checkout])

describe('a draft from a checkout', () => {
  it('holds the facts, at the commit, and leaves the texts to a person', async () => {
    const root = await contentFolder(...tools)
    const { code, text } = await runOnFiles(root, [
      'draft',
      `${repository}.git`,
      '--checkout',
      checkout,
    ])
    expect(code).toBe(0)
    const drafted = load(await read(root, file)) as Record<string, unknown>
    expect(drafted).toMatchObject({
      name: 'Some.App',
      url: 'https://some-app.example/start',
      description: null,
      overview: null,
      qualification_type: null,
      source: { repository, commit, licence: 'MIT', archived: null, read_by: 'Ada Reader' },
    })
    expect(drafted['tools']).toEqual(expect.arrayContaining(['langgraph', 'nextjs', 'postgresql']))
    // An image beside it is what somebody may run it with.
    expect(drafted['tools']).not.toContain('redis')
    expect(drafted['evidence']).toContainEqual({
      type: 'package_manifest',
      url: `${repository}/blob/${commit}/agent%20%231/requirements.txt#L2`,
      shows: 'Names LangGraph.',
    })
    expect(text.split('\n')).toEqual([
      'Written: content/listings/some-app.yaml',
      'Written: content/proofs/some-app.json',
      'Still to do:',
      expect.stringMatching(/some-app\.yaml: description: is missing\. One plain sentence/),
      expect.stringMatching(/some-app\.yaml: topics: is empty\. What it is for/),
      expect.stringMatching(/some-app\.yaml: overview: is missing\. Two or three/),
    ])
  })

  it('proves each of its tools in the file that check writes', async () => {
    const root = await contentFolder(...tools)
    await draft(root)
    const proof = JSON.parse(await read(root, 'content/proofs/some-app.json')) as {
      commit: string
      tools: { slug: string; state: string; source: object }[]
    }
    expect(proof.commit).toBe(commit)
    expect(proof.tools.length).toBeGreaterThan(2)
    expect(proof.tools.every(({ state }) => state === 'proved')).toBe(true)
    expect(proof.tools).toContainEqual(
      expect.objectContaining({
        slug: 'nextjs',
        requirement: { raw: '16' },
        source: { path: 'package.json', line: 5 },
      }),
    )
  })

  it('keeps what the repository says of itself behind a #, on one line', async () => {
    const root = await contentFolder(...tools)
    const { text } = await draft(root, '--dry-run')
    expect(text).toContain('\n# The best app. name: Evil# really\ndescription:\n')
    expect(text).not.toMatch(/[\u2028\u202e]/)
    expect(text).toMatch(/\n# (?:[a-z-]+, )*customer-support, (?:.*\n# )+.*\ntopics: \[\]\n/)
    expect(load(text)).toMatchObject({ name: 'Some.App' })
    expect(text).toContain(
      '  # - redis # docker-compose.yml:3: only extras, connectors, plugins, containers',
    )
  })

  it('passes once the texts are written', async () => {
    const root = await contentFolder(...tools)
    await draft(root)
    const written = (await read(root, file))
      .replace('\ndescription:\n', '\ndescription: It answers letters.\n')
      .replace('\ntopics: []\n', '\ntopics: [customer-support]\n')
      .replace('\noverview:\n', '\noverview: |\n  It answers letters.\n\n  It is an app.\n')
    await writeFile(path.join(root, file), written)
    expect(await runOnFiles(root, ['check-file', path.join(root, file)])).toMatchObject({ code: 0 })
    expect(await runOnFiles(root, ['stamp', 'some-app'])).toMatchObject({ code: 0 })
    expect(load(await read(root, file))).toMatchObject({
      overview: 'It answers letters.\n\nIt is an app.\n',
      approved_at: '2026-11-22T09:00:00.123Z',
    })
  })

  it('is printed and not written with --dry-run', async () => {
    const root = await contentFolder(...tools)
    const { code, values } = await draft(root, 'other-name', '--dry-run')
    expect({ code, values }).toMatchObject({ code: 0, values: [{ outcome: 'drafted' }] })
    expect(await readdir(path.join(root, 'content/listings'))).toEqual([])
    expect(await readdir(path.join(root, 'content'))).not.toContain('proofs')
  })

  it('writes over no file, and makes no second listing of a domain or repository', async () => {
    const root = await contentFolder(...tools)
    await draft(root)
    const before = await read(root, file)
    expect(await draft(root, 'second')).toEqual({
      code: 1,
      text: 'content/listings/some-app.yaml is the listing of this address already.',
      values: [expect.objectContaining({ outcome: 'exists' })],
    })
    // Another product may have moved to another address since, and this one be called like it.
    const elsewhere = before
      .replace('https://some-app.example/start', 'https://elsewhere.example')
      .replace(`repository: "${repository}"`, 'repository: "https://github.com/acme/other"')
    await writeFile(path.join(root, file), elsewhere)
    const { code, text } = await draft(root)
    expect(code).toBe(1)
    expect(text).toContain('some-app.yaml is there already; name another slug')
    expect(await read(root, file)).toBe(elsewhere)
    const moved = before.replace('https://some-app.example/start', 'https://elsewhere.example')
    await writeFile(path.join(root, file), moved)
    expect((await draft(root)).text).toContain('is the listing of this address already')
  })

  it('of a folder without a tool says so in the file and in the check', async () => {
    const root = await contentFolder('langgraph')
    expect(await draft(root, '--commit', 'nowhere')).toMatchObject({
      code: 1,
      values: [{ outcome: 'not_read' }],
    })
    await rm(path.join(root, 'content/tools/langgraph.yaml'))
    const { text } = await draft(root)
    expect(text).toContain('some-app.yaml: tools: is empty. What it is built with')
    expect(text).toContain('some-app.yaml: evidence: is empty. Where the stack')
  })
})

describe('a draft from GitHub', () => {
  afterEach(() => vi.unstubAllEnvs())

  const about = {
    html_url: 'https://github.com/new/app',
    default_branch: 'main',
    archived: true,
    license: { spdx_id: 'MIT' },
    description: 'Letters, answered.',
    homepage: 'https://github.com/new/app#readme',
  }
  const sha = 'c'.repeat(40)
  const answers: Record<string, unknown> = {
    'https://api.github.com/repos/old/app': about,
    'https://api.github.com/repos/new/app': about,
    'https://api.github.com/repos/new/app/commits/main': {
      sha,
      commit: { committer: { date: '2026-11-01T10:00:00Z' } },
    },
    [`https://api.github.com/repos/new/app/git/trees/${sha}?recursive=1`]: {
      truncated: false,
      tree: [{ path: 'requirements.txt', type: 'blob', size: 30 }],
    },
    [`https://raw.githubusercontent.com/new/app/${sha}/requirements.txt`]: 'langgraph\n',
  }
  const look: GuardedFetch = async (url) => {
    const found = answers[url]
    const body = typeof found === 'string' ? found : JSON.stringify(found ?? {})
    return { kind: 'answered', status: found ? 200 : 404, url, headers: {}, body, isCut: false }
  }

  it('names where it is now, and that it is archived', async () => {
    const root = await contentFolder('langgraph', 'python')
    const args = ['draft', 'https://github.com/old/app', '--dry-run']
    const { text } = await runOnFiles(root, args, { look })
    expect(load(text)).toMatchObject({
      url: 'https://github.com/new/app',
      source: { repository: 'https://github.com/new/app', commit: sha, archived: true },
    })
    expect(text).toContain('\n# The repository is ARCHIVED.\n')
    expect(text).toContain('\n# Letters, answered.\ndescription:\n')
  })

  it('is asked for with the token of the file of settings, of its API alone', async () => {
    const root = await contentFolder('langgraph')
    const env = path.join(root, 'production.env')
    await writeFile(env, 'GITHUB_TOKEN=ghp_of_the_settings\n')
    vi.stubEnv('GITHUB_TOKEN', undefined)
    const sent = new Map<string, string | undefined>()
    await runOnFiles(root, ['draft', 'https://github.com/new/app', '--dry-run'], {
      look: (url, request) => {
        sent.set(url, request?.headers?.['authorization'])
        return look(url, request)
      },
      gitHubToken: fileSession({ env }, async () => undefined).gitHubToken,
    })
    expect(sent.size).toBe(4)
    for (const [url, token] of sent)
      expect([url, token]).toEqual([
        url,
        new URL(url).hostname === 'api.github.com' ? 'Bearer ghp_of_the_settings' : undefined,
      ])
  })

  it('is not written where the host does not answer, in its sentence', async () => {
    const root = await contentFolder('langgraph')
    expect(await runOnFiles(root, ['draft', 'https://github.com/acme/app'])).toMatchObject({
      code: 1,
      text: 'Nobody answers. A copy on this machine is read with --checkout FOLDER.',
    })
    expect(await readdir(path.join(root, 'content/listings'))).toEqual([])
  })

  it('names nobody as its reader who did not say so', async () => {
    const root = await contentFolder('langgraph')
    const said = await runOnFiles(root, ['draft', 'https://github.com/new/app', '--dry-run'], {
      look,
      reader: async () => undefined,
    })
    expect(said).toMatchObject({ code: 1, values: [{ outcome: 'no_reader' }] })
  })

  it('is refused for what is no repository there', async () => {
    const root = await contentFolder()
    await expect(runOnFiles(root, ['draft', 'https://acme.example/app'])).rejects.toThrow(
      'Name a repository as https://github.com/owner/name',
    )
  })
})
