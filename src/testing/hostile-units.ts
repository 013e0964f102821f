/** Short texts that are repeated to make a long, hostile input. */
export const hostileUnits: readonly string[] = [
  ...' \t\n[]{}()<>"\'`\\#;=,:/-.@$|&a0',
  '\r\n',
  '\u0301',
  // Two combining marks that Unicode normalisation reorders.
  '\u0301\u0316',
  // A full-width letter, and a character that normalisation expands to eighteen.
  '\uff21',
  '\ufdfa',
  '\\"',
  '\\\\',
  ' #',
  '# ',
  '""',
  '\'"',
  '[]',
  '{}',
  '[[',
  'a.',
  'a/',
  'a,',
  'a ',
  ' a\n',
  '[a\n',
  '"a',
]

/** Returns a function that repeats `unit` up to about a size, between `before` and `after`. */
export function rowOf(unit: string, before = '', after = ''): (size: number) => string {
  return (size) =>
    before + unit.repeat(Math.max(1, Math.floor((size - before.length) / unit.length))) + after
}

/** Like `rowOf`, with two units in a row, each repeated up to half of the size. */
export function rowsOf(first: string, second: string, before = ''): (size: number) => string {
  return (size) => rowOf(first, before)(size / 2) + rowOf(second)(size / 2)
}
