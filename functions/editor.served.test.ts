import { expect, inject, it } from 'vitest'
import { editor, invited, pending } from '#testing/editor.ts'
import { runScript } from '#testing/service.ts'

const site = () => inject('served').url

/** Runs a command on a machine without the database of the service. */
const elsewhere = (token: string, args: string[], input?: string) =>
  runScript('editor.ts', [...args, '--site', site()], {
    dataDir: '/nowhere/.data',
    environment: { PROOFSTACK_EDITOR_TOKEN: token },
    ...(input === undefined ? {} : { input }),
  })

it('an editor without the database decides through the service, is asked first, and is in the history', async () => {
  const slug = await pending()
  const { name, token } = await invited('publisher')
  const no = await elsewhere(token, ['approve', slug], 'n\n')
  expect({ ...no, stderr: '' }).toEqual({ code: 1, stdout: 'Nothing was changed.\n', stderr: '' })
  expect(no.stderr).toMatch(/^Approve Test product .* It becomes public at .*\[y\/N\]/)
  const { code, stdout } = await elsewhere(token, ['approve', slug, '--json'], 'y\n')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'approved',
    mails: [{ kind: 'approval', delivered: true }],
    rebuild: 'asked',
  })
  const history = JSON.parse((await editor(['history', slug, '--json'])).stdout) as {
    entries: { actor: string; action: string }[]
  }
  expect(history.entries[0]).toMatchObject({ actor: name, action: 'approve' })
})

it('a role too low, a revoked token and a command on files are sentences with their exit codes', async () => {
  const slug = await pending()
  const { name, token } = await invited('reviewer')
  expect((await elsewhere(token, ['show', slug])).code).toBe(0)
  expect(await elsewhere(token, ['approve', slug, '--yes'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `This needs the role publisher; ${name} is a reviewer.\n`,
  })
  expect((await elsewhere(token, ['weekly', '1'])).code).toBe(2)
  expect((await elsewhere(token, ['stamp', 'x.yaml'])).code).toBe(2)
  await editor(['revoke', name, '--yes'])
  expect(await elsewhere(token, ['show', slug, '--json'])).toMatchObject({
    code: 1,
    stdout: '{"outcome":"failed","error":"This needs the token of an editor."}\n',
  })
})
