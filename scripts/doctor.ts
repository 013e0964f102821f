import { readConfig } from '#config.ts'
import { type CheckName, type Checked, checkNames, runChecks } from './doctor/checks.ts'
import { Misuse, run, typedArguments } from '#command.ts'
import { readSettings } from '#settings.ts'

const help = `Checks the settings of a deployment from this machine, and changes nothing.

  npm run doctor -- [--env FILE] [--host] [--json]

--env   the file of settings (default: .env, if it is there); the environment goes before it
--host  a host of your own, which needs neither hook nor cron, but has a proxy
--json  print JSON and nothing else

Exit codes: 0 nothing failed, 1 something failed, 2 wrong use.`

const embedded = `No DATABASE_URL is set. These are checks of a deployment: npm start on its embedded default needs none of them.
`

const platformChecks: readonly CheckName[] = ['hook', 'cron']
const hostChecks: readonly CheckName[] = ['proxy']

await run(async () => {
  const { values } = typedArguments(`\n${help}`, {
    options: {
      env: { type: 'string' },
      host: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void console.log(help)
  const settings = await readSettings(values.env, process.env).catch((error: Error) => {
    throw new Misuse(`${error.message}\n\n${help}`)
  })
  const config = readConfig(settings)
  const skipped = values.host ? platformChecks : hostChecks
  const names = checkNames.filter((name) => !skipped.includes(name))
  const checked = await runChecks(config, names)
  if (!values.json && !settings['DATABASE_URL']) console.log(embedded)
  console.log(values.json ? JSON.stringify(checked, null, 2) : checked.map(line).join('\n'))
  return checked.some(({ state }) => state === 'failed') ? 1 : 0
})
// Exits explicitly: an open connection to a database that hangs would keep this process running.
process.exit()

function line({ name, state, says, todo }: Checked): string {
  return `${state.padEnd(7)}  ${name.padEnd(8)}  ${says}${todo ? ` ${todo}` : ''}`
}
