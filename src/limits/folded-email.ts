/**
 * The form of an e-mail address that a limiter counts: without the part after `+`, and at Gmail
 * without dots, since these spellings reach one mailbox. Mails go to the address as it was typed.
 */
export function foldedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [mailbox = ''] = email.slice(0, at).split('+')
  const domain = email.slice(at + 1)
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
