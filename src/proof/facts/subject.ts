import type { FactKind } from '#contract/resources/facts.ts'

/** A fact that a file of a repository shows; the line is null if the file as a whole shows it. */
export interface FoundFact {
  fact: FactKind
  value: string
  path: string
  line: number | null
}

/** The product that facts are about. */
export interface Subject {
  /** Names of the product and of its repository. */
  names: readonly string[]
  /** The owner of the repository. */
  owner: string
}

/** A name for comparing: `Acme Code` is `acmecode`. */
export function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Whether a name is one of the product, also with `-cli` behind it, or the begin of one. */
export function isItsName(name: string, { names }: Pick<Subject, 'names'>): boolean {
  const wanted = bare(name).replace(/cli$/, '')
  return names.some(
    (each) =>
      bare(each).replace(/cli$/, '') === wanted ||
      (wanted.length >= 4 && each.toLowerCase().startsWith(`${name.toLowerCase()}-`)),
  )
}

/** Whether a text such as the name of an image contains a name of the product or of its owner. */
export function namesIt(text: string, { names, owner }: Subject): boolean {
  const within = bare(text)
  return [...names, owner].some((each) => bare(each).length >= 3 && within.includes(bare(each)))
}
