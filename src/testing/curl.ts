import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { request } from './service.ts'

// Implements the options of curl that the documentation's examples use: `npm test` needs only Node
// and npm, and some machines have no curl.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    request: { type: 'string', short: 'X' },
    data: { type: 'string', short: 'd' },
    output: { type: 'string', short: 'o' },
    'remote-name': { type: 'boolean', short: 'O' },
    'write-out': { type: 'string', short: 'w', default: '' },
    'etag-save': { type: 'string' },
    'etag-compare': { type: 'string' },
  },
})
const settings = await readFile(path.join(process.env['CURL_HOME'] ?? '', '.curlrc'), 'utf8')
const from = /^interface = (\S+)$/m.exec(settings)?.[1]
const headers = Object.fromEntries(
  values.header.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]),
)
if (values['etag-compare'])
  headers['if-none-match'] = (await readFile(values['etag-compare'], 'utf8')).trim()
const url = positionals[0]!.replace('//localhost:', '//127.0.0.1:')
const method = values.request ?? (values.data === undefined ? 'GET' : 'POST')
const answer = await request(url, {
  method,
  headers,
  ...(values.data === undefined ? {} : { body: values.data }),
  ...(from ? { from } : {}),
})
if (values['etag-save']) await writeFile(values['etag-save'], answer.headers.etag ?? '')
const output = values['remote-name'] ? path.basename(url) : values.output
if (output) await writeFile(output, answer.text)
else process.stdout.write(answer.text)
process.stdout.write(
  values['write-out'].replace('%{http_code}', String(answer.status)).replaceAll('\\n', '\n'),
)
process.exitCode = answer.status >= 400 ? 22 : 0
