/**
 * Whether a text holds an address that mail programs open: one with a scheme, `www.`, a host with a
 * path, query or port, or an e-mail address. A host alone is a name, such as Cal.com or Node.js.
 */
export function holdsAddress(text: string): boolean {
  // Full-width dots, slashes and colons lead to the same address; invisible characters are dropped.
  const plain = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return forms.some((form) => form.test(plain))
}

// Each is linear: no character can both continue a repetition and end it.
const forms = [
  /:\/\//,
  /(?:^|[^\p{L}\d])(?:https?|ftp|mailto|tel|sms):\S/iu,
  /(?:^|[^\p{L}\d])www\.\S/iu,
  /[\p{L}\d]\.\p{L}[\p{L}\p{M}\d-]+[/?#:]\S/u,
  /[^\s@]@[\p{L}\d][\p{L}\p{M}\d-]*\.[\p{L}\d]/u,
]
