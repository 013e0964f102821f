/**
 * Every number of the search, with unit and reason. In brackets: what the mean nDCG@10 of the tuned half
 * of the judged questions, .906, becomes when the number is changed as said; "bad" is the share of
 * useless answers among the first three. Without brackets: it moves nothing there, and bounds work or
 * length.
 */
export const numbers = {
  /** Weight of a phrase that contains a word, by field, relative to the description. */
  worth: {
    /** Names. [2: .906, 8: .904] */
    name: 4,
    /** Names of unlisted products of the topic. [0: .901, 2: .904] */
    rivals: 4,
    /** Example phrases of editors. [0: .851, 1: .889, 4: .910 with bad .135 for .120] */
    examples: 2,
    /** Names of the tools that a product is built with. [0: .891, 1.5: .901] */
    tools: 3,
    /** Names and phrases of topics. [0: .801, 1: .890, 4: .888] */
    topics: 2,
    /** The unit. [0: .905, 2: .905] */
    description: 1,
    /** Long texts mention many things in passing. [0: .903, 1: .903] */
    body: 0.5,
  },
  /**
   * Factor: a document without example phrases counts description and body this much more. [1: of 190
   * questions that listings answer among the first five, 167 are still answered when their examples are
   * taken away; 3: 186; 6: 190]
   */
  withoutExamples: 6,
  /** Sum of worths at which a document is half about a word, such as one and a half example phrases. [1.5: .895, 6: .869] */
  half: 3,
  /** Coverage that the best result needs, divided by the root of the number of words. One word needs none. [0: .808, .65: .899, .85: .885] */
  leastCoverage: 0.75,
  /** Fraction of the best score below which an answer is dropped. [.3: .911 with bad .194 for .120, .8: .886] */
  near: 0.6,
  /** Fraction of the best score that a topic shared with all of the best answers adds; the sum is divided by 1 and this. [0: .904 with bad .131 for .120, .8: .902] */
  topicLift: 0.4,
  /** The best answers are those within this fraction of the first … [.6: .906 with bad .139 for .120] */
  bestWithin: 0.8,
  /** … and at most this many. [1: .901, 3: .907] */
  best: 5,
  /** Fraction of its score that a document without any tool of the stack loses. [0: .894, .6: .905] */
  stack: 0.3,
  /** Fraction of the similarity of alternatives that shared topics decide; shared words decide the rest. [1: .904] */
  sharedTopics: 0.5,
  /** Fraction of the best similarity below which an alternative is dropped. [.6: .905] */
  nearAlternative: 0.35,
  /** The most characteristic words of a document, by which it is compared. */
  strongWords: 30,
  /** Documents with a word, at most, for it to count as a name among other words. [0: .904] */
  rareName: 5,
  /** Letters of a name from which one typo is forgiven. */
  oneTypo: 3,
  /** Letters of a name from which two typos are forgiven. */
  twoTypos: 8,
  /** Letters of a word in a question from which a typo is corrected. */
  typoInWord: 5,
  /** Unknown words of a question that are corrected, at most: each reads a part of the vocabulary. */
  corrected: 4,
  /** Words of a question that count, at most: more than anybody types. */
  words: 40,
  /** Neighbouring words that are looked up as one name, at most. */
  wordsOfName: 4,
  /** Words of a question, at most, of which "and" joins two needs: in longer ones it joins anything. */
  wordsOfNeeds: 8,
  /** Answers that are put in order, at most; a page has 50. */
  pool: 300,
  /** Names that begin as the question does, at most: a page. */
  begun: 20,
  /** Fraction of the weight of the most telling word below which a word is no reason. */
  reason: 0.25,
  /** Words of a text that a reason quotes, at most. */
  quotes: 3,
} as const
