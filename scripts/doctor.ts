import { parseArgs } from 'node:util'
import { readConfig } from '#config.ts'
import { type CheckName, type Checked, checkNames, runChecks } from './doctor/checks.ts'
import { Misuse, run } from '#command.ts'
import { readSettings } from '#settings.ts'

const help = `Checks the settings of a deployment from this machine, and changes nothing.

  npm run doctor -- [--env FILE] [--host] [--json]

--env   the file of settings (default: .env, if it is there); the environment goes before it
--host  a host of your own, which needs neither hook nor cron, but has a proxy
--json  print JSON and nothing else

Exit codes: 0 nothing failed, 1 something failed, 2 wrong use.`

const embedded = `No DATABASE_URL is set. These are checks of a deployment: npm start on its embedded default needs none of them.
`

const ofPlatform: readonly CheckName[] = ['hook', 'cron']
const ofHost: readonly CheckName[] = ['proxy']

await run(async () => {
  try {
    const { values } = parseArgs({
      options: {
        env: { type: 'string' },
        host: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) return void console.log(help)
    const settings = await readSettings(values.env, process.env)
    const config = readConfig(settings)
    const others = values.host ? ofPlatform : ofHost
    const names = checkNames.filter((name) => !others.includes(name))
    const checked = await runChecks(config, names)
    if (!values.json && !settings['DATABASE_URL']) console.log(embedded)
    console.log(values.json ? JSON.stringify(checked, null, 2) : checked.map(line).join('\n'))
    return checked.some(({ state }) => state === 'failed') ? 1 : 0
  } catch (error) {
    const isMisuse =
      error instanceof Misuse ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true
    if (!isMisuse) throw error
    console.error(`${(error as Error).message}\n\n${help}`)
    return 2
  }
})
// A database that hangs keeps its socket; what was asked has been answered.
process.exit()

function line({ name, state, says, todo }: Checked): string {
  return `${state.padEnd(7)}  ${name.padEnd(8)}  ${says}${todo ? ` ${todo}` : ''}`
}
