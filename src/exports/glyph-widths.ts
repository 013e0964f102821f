/**
 * Widths of the characters from the space (U+0020) to `~` (U+007E) in IBM Plex Sans, in thousandths
 * of the font size. Source: the `hmtx` table of @fontsource/ibm-plex-sans 5.3.0.
 */
const widths = {
  regular: `236 284 419 713 598 927 694 242 335 335 450 600 272 399 272 383 600 600 600 600 600 600
    600 600 600 600 292 292 600 600 600 477 891 641 653 621 671 583 559 695 707 400 510 634 501 812
    707 708 606 708 640 581 572 678 609 891 613 593 580 317 383 317 600 565 600 534 580 503 580 549
    324 528 568 250 250 527 272 873 568 560 580 580 367 487 351 568 492 768 507 499 464 343 314 343
    600`,
  semibold: `236 309 471 656 600 960 713 260 337 337 556 600 299 402 299 437 600 600 600 600 600 600
    600 600 600 600 319 319 600 600 600 493 899 672 663 642 689 600 577 712 719 423 545 678 521 817
    719 712 641 712 664 611 580 689 638 949 655 632 599 329 437 329 600 559 600 559 600 513 600 558
    350 545 588 275 275 562 294 888 588 563 600 600 393 499 374 588 524 819 544 524 502 363 376 363
    600`,
} as const

export type Weight = keyof typeof widths

const tables = Object.fromEntries(
  Object.entries(widths).map(([weight, text]) => [weight, text.trim().split(/\s+/).map(Number)]),
) as Record<Weight, number[]>

/** The width of characters that the tables lack, such as `ß`, in thousandths of the font size. */
const otherWidth = 600

/**
 * The width of a text in pixels if `size` is in pixels. A letter with a diacritic is as wide as the
 * plain letter.
 */
export function widthOf(text: string, weight: Weight, size: number): number {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  const sum = [...plain].reduce(
    (width, sign) => width + (tables[weight][sign.codePointAt(0)! - 32] ?? otherWidth),
    0,
  )
  return (sum * size) / 1000
}

/** Breaks text into at most `most` lines. A line that is cut ends in an ellipsis. */
export function linesOf(
  text: string,
  { weight, size, width, most }: { weight: Weight; size: number; width: number; most: number },
): string[] {
  const fits = (line: string) => widthOf(line, weight, size) <= width
  const lines = ['']
  for (const word of text.split(/\s+/).filter((word) => word !== '')) {
    const line = lines.at(-1)!
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer) || line === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const shown = lines.slice(0, most)
  return shown.map((line, index) => {
    if (fits(line) && (index < most - 1 || lines.length === shown.length)) return line
    const signs = [...line]
    while (signs.length > 1 && !fits(`${signs.join('')}…`)) signs.pop()
    return `${signs.join('').replace(/(?<![\s,;:.])[\s,;:.]+$/, '')}…`
  })
}
