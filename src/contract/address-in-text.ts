/**
 * Whether a text contains what mail programs turn into a link: a URL with a scheme, `www.`, a
 * hostname with a path, query or port, or an e-mail address. A hostname alone is accepted, because
 * it may be a name, such as Cal.com or Node.js.
 */
export function holdsAddress(text: string): boolean {
  // As mail programs read the text: full-width dots, slashes and colons become ordinary ones, and
  // invisible characters are dropped.
  const plain = text
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return forms.some((form) => form.test(plain))
}

// Each pattern takes linear time: no character can both continue a repetition and end it.
const forms = [
  /:\/\//,
  /(?:^|[^\p{L}\d])(?:https?|ftp|mailto|tel|sms):\S/iu,
  /(?:^|[^\p{L}\d])www\.\S/iu,
  /[\p{L}\d]\.\p{L}[\p{L}\p{M}\d-]+[/?#:]\S/u,
  /[^\s@]@[\p{L}\d][\p{L}\p{M}\d-]*\.[\p{L}\d]/u,
]
