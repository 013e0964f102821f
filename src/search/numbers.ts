/**
 * Every tuning constant of the search. Brackets give the effect of another value on the mean
 * nDCG@10 of the tuned half of the judged questions, which was .906 when they were measured: "[nDCG
 * if 2: .904]". "bad" is the fraction of useless answers among the first three, then .120. Constants without brackets
 * have no effect on the nDCG: they bound work or length.
 */
export const numbers = {
  /** How much a phrase that contains a searched word counts, by field; a description counts 1. */
  worth: {
    /** Names. [nDCG if 2: .906; if 8: .904] */
    name: 4,
    /** Names of products of the topic that are not listed. [nDCG if 0: .901; if 2: .904] */
    rivals: 4,
    /**
     * Example phrases by editors. [nDCG if 0: .851; if 1: .889; if 4: .910, but bad .135 instead of
     * .120]
     */
    examples: 2,
    /** Names of the tools that a product is built with. [nDCG if 0: .891; if 1.5: .901] */
    tools: 3,
    /** Names and phrases of topics. [nDCG if 0: .801; if 1: .890; if 4: .888] */
    topics: 2,
    /** Descriptions, the unit of the other weights. [nDCG if 0: .905; if 2: .905] */
    description: 1,
    /**
     * Longer texts count less: they mention many things in passing. [nDCG if 0: .903; if 1: .903]
     */
    body: 0.5,
  },
  /**
   * Factor on description and body of documents without example phrases. [190 questions had a
   * useful listing among the first five. Without the example phrases of that listing, 1 keeps 167
   * of them, 3 keeps 186, 6 keeps 190.]
   */
  withoutExamples: 6,
  /**
   * Sum of worths at which a word has weight 0.5 in a document: one and a half example phrases.
   * [nDCG if 1.5: .895; if 6: .869]
   */
  half: 3,
  /**
   * Coverage that the best result must reach, else nothing is found: this number divided by the
   * square root of the number of words. Questions of one word are exempt. [nDCG if 0: .808; if .65:
   * .899; if .85: .885]
   */
  leastCoverage: 0.75,
  /**
   * Results below this fraction of the best score are dropped. [nDCG if .3: .911, but bad .194
   * instead of .120; if .8: .886]
   */
  near: 0.6,
  /**
   * Fraction of the best score that a document gains if it shares a topic with all of the best
   * results; all scores are then divided by 1 + this. [nDCG if 0: .904, bad .131 instead of .120;
   * if .8: .902]
   */
  topicLift: 0.4,
  /**
   * The best results, for `topicLift`: those with at least this fraction of the first score … [nDCG
   * if .6: .906, but bad .139 instead of .120]
   */
  bestWithin: 0.8,
  /** … and at most this many. [nDCG if 1: .901; if 3: .907] */
  best: 5,
  /**
   * Fraction of its score that a document without any tool of the stack loses. [nDCG if 0: .894; if
   * .6: .905]
   */
  stack: 0.3,
  /** How much a tool counts for a document that is not built with it, but works with it. */
  worksWith: 0.5,
  /**
   * Weight of shared topics in the similarity of alternatives; shared words have the rest. [nDCG if
   * 1: .904]
   */
  sharedTopics: 0.5,
  /** Alternatives below this fraction of the best similarity are dropped. [nDCG if .6: .905] */
  nearAlternative: 0.35,
  /** How many of its most characteristic words a document is compared by. */
  strongWords: 30,
  /** Names with at least this many letters are found with one typo. */
  oneTypo: 3,
  /** Names with at least this many letters are found with two typos. */
  twoTypos: 8,
  /** Words of a question with at least this many letters are corrected. */
  typoInWord: 5,
  /**
   * Most unknown words of a question that are corrected: each correction reads a part of the
   * vocabulary.
   */
  corrected: 4,
  /** Most words of a question that count: nobody types more. */
  words: 40,
  /** Most neighbouring words that are looked up as one name. */
  wordsOfName: 6,
  /**
   * In questions of at most this many words, "and" joins two needs; in longer ones it may join
   * anything.
   */
  wordsOfNeeds: 8,
  /** Most results that are sorted; a page shows 50. */
  pool: 300,
  /** Most names that are found by their beginning: one page. */
  begun: 20,
  /**
   * Words with less than this fraction of the weight of the question's heaviest word are no
   * reasons.
   */
  reason: 0.25,
  /** Most words of a text that one reason quotes. */
  quotes: 3,
} as const
