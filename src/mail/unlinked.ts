/**
 * A name that mail programs do not turn into a link. They link `evil.example`, but not if a narrow
 * no-break space, hardly visible, follows the dot.
 */
export function unlinked(name: string): string {
  return name.replace(/[.:@．：＠。｡](?=\S)/gu, '$&\u202f')
}
