/** The text of a file by its byte order mark, which is removed: UTF-16 (of PowerShell) or UTF-8. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isBigEndian = first === 0xfe && second === 0xff
  const isLittleEndian = first === 0xff && second === 0xfe
  const encoding = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

/** The text without a byte order mark, and with `\n` at the end of each line. */
export function unixText(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}
