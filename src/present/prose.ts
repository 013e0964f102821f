// Prose of listings is plain text, in which backticks mark commands and names of code.

/** A part of a text. Words between backticks are code. */
export interface ProsePart {
  text: string
  isCode: boolean
}

/** The parts of a text, in order. A backtick without a second one on its line stays as it is. */
export function proseParts(text: string): ProsePart[] {
  return text
    .split(/`([^`\n]+)`/)
    .map((part, at) => ({ text: part, isCode: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}
