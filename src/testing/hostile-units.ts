/** What a hostile text may be a row of. */
export const hostileUnits: readonly string[] = [
  ...' \t\n[]{}()<>"\'`\\#;=,:/-.@$|&a0',
  '\r\n',
  '\u0301',
  // Two marks that Unicode puts into another order.
  '\u0301\u0316',
  // A full-width letter, and a sign that stands for eighteen.
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

/** A row of one unit, of about a size, between a beginning and an end. */
export function rowOf(unit: string, before = '', after = ''): (size: number) => string {
  return (size) =>
    before + unit.repeat(Math.max(1, Math.floor((size - before.length) / unit.length))) + after
}

/** Two rows of half of the size each. */
export function rowsOf(first: string, second: string, before = ''): (size: number) => string {
  return (size) => rowOf(first, before)(size / 2) + rowOf(second)(size / 2)
}
