// npm run release: tests the commit that is checked out, and tags it with the version of
// package.json. The tag is not pushed.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { run } from '#command.ts'
import { runProgram } from './run-program.ts'

const root = path.dirname(import.meta.dirname)
const read = (file: string) => readFile(path.join(root, file), 'utf8')

await run(async () => {
  const { version } = JSON.parse(await read('package.json')) as { version: string }
  const tag = `v${version}`
  if ((await git('status', '--porcelain')) !== '')
    throw new Error('The checkout has changes that no commit has: commit or remove them first.')
  if ((await git('tag', '--list', tag)) !== '')
    throw new Error(`${tag} is there already: give package.json another version.`)
  if (!(await read('content/docs/releases.md')).includes(`\n## ${version}`))
    throw new Error(`content/docs/releases.md says nothing of ${version}.`)
  const commit = await git('rev-parse', 'HEAD')
  // The run tests a clone of this commit.
  const { code, printed } = await runProgram('bash', ['.ci/run'])
  const outcome = printed.trim().split('\n').at(-1)!
  console.log(outcome)
  if (code !== 0) throw new Error('Nothing was tagged: a test failed. .ci/run says which.')
  await git('tag', '--annotate', tag, '--message', `${version}: ${outcome}`, commit)
  console.log(`${tag} is ${commit}. git push origin ${tag} publishes it.`)
})

async function git(...args: string[]): Promise<string> {
  const { code, printed } = await runProgram('git', args)
  if (code !== 0) throw new Error(printed.trim())
  return printed.trim()
}
