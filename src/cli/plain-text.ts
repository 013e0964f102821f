/**
 * The text of a tool's result for a terminal, without fences for models and control characters. The
 * words of an owner at the end of an item begin a line.
 */
export function plainText(text: string): string {
  return text
    .replace(/^(- [^<\n]*) <untrusted>/gm, '$1\n  ')
    .replace(/<\/?untrusted>/g, '')
    .replace(/^Text between untrusted tags [^\n]*\n/m, '')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
}
