/** A text whose comments are spaces, so that every line keeps its number. */
export function withoutComments(text: string, comments: RegExp): string {
  return text.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '))
}

/** The line of a place in a text, counted from 1. */
export function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}
