import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import net from 'node:net'
import { expect, it } from 'vitest'
import { listening } from '#testing/server-process.ts'
import { unreadAnswers } from './unread-answers.ts'

it('past the bound the oldest unread answer is cut, and answers that were read do not count', async () => {
  const hold = unreadAnswers(25)
  const answers: ServerResponse[] = []
  const server = createServer((_, response) => void answers.push(response))
  const port = await listening(server)
  const ask = async () => {
    net.connect(port, '127.0.0.1').write('GET / HTTP/1.1\r\nhost: a.example\r\n\r\n')
    await once(server, 'request')
    hold(answers.at(-1)!, 10)
  }
  await ask()
  answers[0]!.end('read')
  await once(answers[0]!, 'close')
  await ask()
  await ask()
  expect(answers.map(({ destroyed }) => destroyed).slice(1)).toEqual([false, false])
  await ask()
  expect(answers.map(({ destroyed }) => destroyed).slice(1)).toEqual([true, false, false])
  server.closeAllConnections()
  server.close()
})
