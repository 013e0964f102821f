// Prose of listings is plain text, in which backticks mark commands and names of code.

/** The parts of a text, in order. A backtick without a second one on its line stays as it is. */
export function proseParts(text: string) {
  return text
    .split(/`([^`\n]+)`/)
    .map((part, at) => ({ text: part, isCode: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}
