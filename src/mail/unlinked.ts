/**
 * A name without links: mail programs link `evil.example`, but not where a narrow no-break space,
 * hardly visible, follows the dot.
 */
export function unlinked(name: string): string {
  return name.replace(/[.:@．：＠。｡](?=\S)/gu, '$&\u202f')
}
