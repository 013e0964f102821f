/** The text of a tool's result for a terminal: without fences for models and control characters. */
export function plainText(text: string): string {
  return text
    .replace(/<\/?untrusted>/g, '')
    .replace(/^Text between untrusted tags [^\n]*\n/m, '')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
}
