// The licence of a product in words, the same in lists, on its page and in comparisons.
import { isOpenSource, licenceKind } from '#core/licence.ts'
import { words } from '#present/words.ts'

interface Licensed {
  proof: { licence: string | null } | null
  description: string
  trust?: { public_note: string | null } | null
}

/**
 * The whole licence. If it is unknown, the description or the note of the editors may say that the
 * product is closed; else undefined.
 */
export function wholeLicence({ proof, description, trust }: Licensed): string | undefined {
  const licence = proof?.licence ?? null
  if (licence !== null)
    return licence.replace(/LicenseRef-(\S+)/g, (_, name: string) => named(name))
  const isClosed =
    licenceKind({ licence, description }) !== undefined ||
    /\bclosed\b/i.test(trust?.public_note ?? '')
  return isClosed ? words.licence.not_open_source : undefined
}

// SPDX writes licences without an identifier as "LicenseRef-Langfuse-EE".
function named(reference: string): string {
  const name = reference.replace(/-(?=[A-Za-z])/g, ' ')
  return /licen[cs]e/i.test(name) ? name : `${name} licence`
}

const mostLetters = 40

/** The same in a few letters: "MIT", "MIT OR Apache-2.0", "mostly MIT". */
export function licenceInShort(source: Licensed): string | undefined {
  const said = wholeLicence(source)
  if (!source.proof?.licence || said === undefined) return said
  // "A AND B": A is the licence of the whole, B that of a part.
  const choices = said.replace(/[()]/g, '').split(/ OR /i)
  const open = choices.filter(isOpenSource)
  const shown = open.length > 0 ? open : choices
  const wholes = shown.map((choice) => choice.split(/ AND /i)[0]!.trim())
  const isMixed = shown.some((choice) => / AND /i.test(choice))
  const short = `${isMixed ? 'mostly ' : ''}${[...new Set(wholes)].join(' OR ')}`
  // A text of its own has a name as long as a sentence.
  return short.length > mostLetters ? 'a licence of its own' : short
}
