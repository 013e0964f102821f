import { expect, it } from 'vitest'
import { fileTransport } from '#mail/transport.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { mailsTo } from './service-parts.ts'

it('the mails to an address are in the order of the outbox, the ninth before the tenth', async () => {
  const mails = temporaryFolder()
  const { send } = fileTransport(mails)
  const from = 'editors@proofstack.example'
  const message = { from, replyTo: from, headers: {}, text: 'A text.', html: '<p>A text.</p>' }
  const to = 'owner@product.example'
  for (const subject of ['10', '9', '100', '11'])
    await send({ ...message, messageId: `<outbox-${subject}-receipt@x.example>`, to, subject })
  await send({ ...message, messageId: '<outbox-12-receipt@x.example>', to: from, subject: '12' })
  const subjects = (await mailsTo({ mails }, to)).map(({ subject }) => subject)
  expect(subjects).toEqual(['9', '10', '11', '100'])
})
