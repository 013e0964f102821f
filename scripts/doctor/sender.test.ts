import { expect, it } from 'vitest'
import { lookAtSender } from './sender.ts'

const none = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

/** A DNS with these TXT records; a name above one of them exists without records. */
function dns(records: Record<string, string[]>) {
  const asked: string[] = []
  const resolveTxt = (name: string) => {
    asked.push(name)
    const found = records[name]
    if (found) return Promise.resolve(found.map((record) => [record.slice(0, 9), record.slice(9)]))
    return none(
      Object.keys(records).some((one) => one.endsWith(`.${name}`)) ? 'ENODATA' : 'ENOTFOUND',
    )
  }
  return { asked, resolveTxt }
}

const good = {
  'mail.acme.com': ['google-site-verification=x', 'v=spf1 include:smtp.acme.net -all'],
  's1._domainkey.mail.acme.com': ['v=DKIM1; p=abc'],
  '_dmarc.acme.com': ['v=DMARC1; p=reject'],
}

it('a domain with SPF, a key and the policy of its organisation is good, and what was found is said', async () => {
  const { resolveTxt, asked } = dns(good)
  expect(await lookAtSender('Directory <desk@Mail.Acme.com>', resolveTxt)).toEqual({
    state: 'ok',
    says: 'SPF: v=spf1 include:smtp.acme.net -all. DKIM: a key is there; whether it signs, the header of a mail shows. DMARC: v=DMARC1; p=reject at acme.com.',
  })
  expect(asked.sort()).toEqual([
    '_dmarc.acme.com',
    '_dmarc.mail.acme.com',
    '_domainkey.mail.acme.com',
    'mail.acme.com',
  ])
})

it('says of each that is missing what is expected', async () => {
  const { state, says, todo } = await lookAtSender(
    'desk@acme.com',
    dns({ 'acme.com': ['x'] }).resolveTxt,
  )
  expect([state, says]).toEqual([
    'warning',
    'SPF: none. DKIM: nothing below _domainkey.acme.com. DMARC: none.',
  ])
  expect(todo).toMatch(/acme\.com one TXT record such as v=spf1.*DKIM record.*_dmarc\.acme\.com/)
})

it.each([
  [{ 'mail.acme.com': ['v=spf1 -all', 'v=spf1 +all'] }, /SPF: 2 records/, /and no other/],
  [{ 'mail.acme.com': ['v=spf1 mx +all'] }, /SPF: v=spf1 mx \+all/, /lets everybody send/],
  [{ '_dmarc.mail.acme.com': ['v=DMARC1; rua=mailto:a@acme.com'] }, /DMARC: v=D/, /no policy/],
  [{ 'mail.acme.com': ['v=spf1 \u001b[2J -all'] }, /v=spf1 \?\[2J -all/, undefined],
])('%j', async (records, says, todo) => {
  const found = await lookAtSender('desk@mail.acme.com', dns({ ...good, ...records }).resolveTxt)
  expect(found.says).toMatch(says)
  if (todo) expect(found.todo).toMatch(todo)
  else expect(found.state).toBe('ok')
})

it('a DNS that does not answer, and an example’s address, are no finding about the domain', async () => {
  expect(await lookAtSender('desk@acme.com', () => none('ETIMEOUT'))).toMatchObject({
    state: 'warning',
    says: 'The records of acme.com could not be looked up (ETIMEOUT).',
  })
  const asked = dns({})
  expect((await lookAtSender('desk@acme.com', asked.resolveTxt)).says).toBe(
    'The DNS that this machine asks knows no acme.com.',
  )
  asked.asked.splice(0)
  expect((await lookAtSender('Us <us@proofstack.example>', asked.resolveTxt)).todo).toContain(
    'MAIL_FROM',
  )
  expect(asked.asked).toEqual([])
})
