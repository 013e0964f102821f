// What the DNS says of the domain that mails come from: receivers look there before they accept one.
import { Resolver } from 'node:dns/promises'
import { domainName } from '#core/domain-name.ts'

export interface SenderFinding {
  state: 'ok' | 'warning'
  says: string
  todo?: string
}

type ResolveTxt = (name: string) => Promise<string[][]>

/** Each look-up ends after two tries of this time. */
const timeoutMs = 2_000

interface Part {
  /** What was found, in a few words. */
  says: string
  /** What to do when it is missing or wrong. */
  todo?: string
}

/**
 * Looks for SPF, DKIM and DMARC of the domain of `MAIL_FROM`. Which key signs a mail is known to the
 * provider alone, so of DKIM only whether the domain has any key is found.
 */
export async function lookAtSender(
  from: string,
  resolveTxt: ResolveTxt = systemDns(),
): Promise<SenderFinding> {
  const domain = /@([^@\s>]+)>?\s*$/.exec(from)?.[1]?.toLowerCase()
  if (domain === undefined || domain === 'proofstack.example')
    return {
      state: 'warning',
      says: 'No domain of yours sends the mails, so none was looked up.',
      todo: 'Set MAIL_FROM to an address of yours.',
    }
  try {
    const own = await recordsAt(domain, resolveTxt)
    if (!own.exists)
      return {
        state: 'warning',
        says: `The DNS that this machine asks knows no ${domain}.`,
        todo: 'Compare it with MAIL_FROM, or look from a machine that reaches the internet.',
      }
    const parts = await Promise.all([
      spf(domain, own.records),
      dkim(domain, resolveTxt),
      dmarc(domain, resolveTxt),
    ])
    const says = parts.map((part) => part.says).join(' ')
    const todo = parts.flatMap((part) => part.todo ?? []).join(' ')
    return todo === '' ? { state: 'ok', says } : { state: 'warning', says, todo }
  } catch (error) {
    const { code = 'no answer' } = error as NodeJS.ErrnoException
    return {
      state: 'warning',
      says: `The records of ${domain} could not be looked up (${code}).`,
      todo: 'Try again from a machine that reaches a DNS server.',
    }
  }
}

function spf(domain: string, records: readonly string[]): Part {
  const found = records.filter((record) => /^v=spf1(?: |$)/i.test(record))
  const expected = `Give ${domain} one TXT record such as v=spf1 include:<your provider> -all`
  const [record] = found
  if (record === undefined) return { says: 'SPF: none.', todo: `${expected}.` }
  // RFC 7208, 4.5: more than one record is an error.
  if (found.length > 1)
    return { says: `SPF: ${found.length} records.`, todo: `${expected}, and no other.` }
  const says = `SPF: ${shown(record)}.`
  return /\s\+?all\b/i.test(record)
    ? { says, todo: 'SPF lets everybody send: end it with -all or ~all.' }
    : { says }
}

async function dkim(domain: string, resolveTxt: ResolveTxt): Promise<Part> {
  // RFC 8020: a name that does not exist has nothing below it, so no selector has a key.
  const { exists } = await recordsAt(`_domainkey.${domain}`, resolveTxt)
  return exists
    ? { says: 'DKIM: a key is there; whether it signs, the header of a mail shows.' }
    : {
        says: `DKIM: nothing below _domainkey.${domain}.`,
        todo: 'Publish the DKIM record that your provider names, and switch signing on there.',
      }
}

async function dmarc(domain: string, resolveTxt: ResolveTxt): Promise<Part> {
  const name = domainName(domain, [])
  // RFC 7489, 6.6.3: without a record of its own, a domain has that of the organisation.
  const asked = [...new Set([domain, ...(name.ok ? [name.registrable] : [])])]
  for (const one of asked) {
    const { records } = await recordsAt(`_dmarc.${one}`, resolveTxt)
    const record = records.find((each) => /^v=DMARC1\s*(?:;|$)/i.test(each))
    if (record === undefined) continue
    const says = `DMARC: ${shown(record)}${one === domain ? '' : ` at ${one}`}.`
    return /;\s*p=(?:none|quarantine|reject)\b/i.test(record)
      ? { says }
      : { says, todo: 'DMARC names no policy: add p=none, p=quarantine or p=reject.' }
  }
  return {
    says: 'DMARC: none.',
    todo: `Give _dmarc.${domain} a TXT record such as v=DMARC1; p=quarantine; rua=mailto:<an address of yours>`,
  }
}

/** The TXT records of a name, and whether the name or one below it exists. */
async function recordsAt(
  name: string,
  resolveTxt: ResolveTxt,
): Promise<{ records: string[]; exists: boolean }> {
  try {
    const found = await resolveTxt(name)
    return { records: found.map((pieces) => pieces.join('').trim()), exists: true }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA') return { records: [], exists: true }
    if (code === 'ENOTFOUND') return { records: [], exists: false }
    throw error
  }
}

// Strangers may have written the DNS record, so control characters are not printed.
function shown(record: string): string {
  const plain = record.replace(/[^\x20-\x7e]/g, '?')
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain
}

function systemDns(): ResolveTxt {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  return (name) => resolver.resolveTxt(name)
}
