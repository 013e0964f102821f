// A host with a dot, perhaps with a port and with what follows it: what people copy without https://
const bareHost = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]\S*)?$/u

/**
 * A web address as people type it, as the contract takes it: `fieldnote.example` gets its https://.
 * Anything else stays as it is, for the contract to judge.
 */
export function webAddress(typed: string): string {
  const text = typed.trim()
  return bareHost.test(text) ? `https://${text}` : text
}
