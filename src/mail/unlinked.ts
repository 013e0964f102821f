/**
 * A name that mail programs leave as text: they make a link of `evil.example`, and none where a
 * narrow no-break space follows the dot. Readers hardly see it.
 */
export function unlinked(name: string): string {
  return name.replace(/[.:@．：＠。｡](?=\S)/gu, '$&\u202f')
}
