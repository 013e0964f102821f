/**
 * Every number of the search. Each line has its unit, its reason, and in brackets what it was worth:
 * the nDCG@10 that the tuned half of the judged questions loses when it is changed as described.
 */
export const numbers = {
  /** Worth of one phrase of a field that has a word, in phrases of the description. */
  worth: {
    name: 4,
    rivals: 4,
    examples: 2,
    tools: 3,
    topics: 2,
    description: 1,
    body: 0.5,
  },
  /** Factor: a document without example phrases counts its other texts this much more. */
  withoutExamples: 6,
  /** Worth that makes a document half about a word: a name, or a phrase and a half. */
  half: 3,
  /** Coverage that the best answer needs, divided by the root of the number of words. */
  floor: 0.75,
  /** Fraction of the best score below which an answer is dropped. */
  near: 0.6,
  /** Fraction of the best score that a topic shared with all of the best answers adds. */
  kin: 0.4,
  /** The best answers: at most `kinBest`, within this fraction of the first. */
  kinWithin: 0.8,
  kinBest: 3,
  /** Fraction of the score that the tools of the stack decide; the task decides the rest. */
  stack: 0.3,
  /** Fraction of the likeness that shared topics decide; shared words decide the rest. */
  sharedTopics: 0.5,
  /** Fraction of the best likeness below which an alternative is dropped. */
  nearAlternative: 0.35,
  /** Words that an entry is compared by: those that it says most and others least. */
  strongWords: 30,
  /** Words of a question that count: more than anybody types, and a bound of the work. */
  words: 40,
  /** Answers that are ordered; a page has at most 50. */
  pool: 300,
  /** Entries of which a name in a longer question may be an ordinary word of, at most. */
  rareName: 5,
  /** Letters of a name from which one typo, and from which two are forgiven. */
  oneTypo: 4,
  twoTypos: 8,
  /** Letters of a word in a question from which a typo is forgiven. */
  typoInWord: 5,
  /** Unknown words of a question that are corrected: each reads a part of the vocabulary. */
  corrected: 4,
  /** Fraction of the most telling word's weight below which a word is no reason. */
  reason: 0.25,
  /** Words of a text that a reason quotes, at most. */
  quotes: 3,
  /** Names that begin as the question does, at most: a page. */
  begun: 20,
} as const
