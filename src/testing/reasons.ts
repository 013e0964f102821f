import type { ProductDetail } from '#contract/resources/product.ts'
import { endSentence } from '#present/product/lifecycle-words.ts'
import { inSentence, words } from '#present/words.ts'
import type { SearchDocument, SearchTopic } from '#search/document.ts'

/**
 * A listing with the texts that a recommendation's reasons may quote: its public fields, and the
 * topics and example phrases.
 */
export interface JudgedListing {
  product: ProductDetail
  document: Pick<SearchDocument, 'topics' | 'examples'>
}

/** Whether the reason of a recommendation is literally true for a listing. */
export function isTrueReason(
  reason: string,
  { product, document: { examples, topics: own } }: JudgedListing,
  topics: ReadonlyMap<string, SearchTopic>,
): boolean {
  const quoted = [...reason.matchAll(/“([^”]+)”/g)].map(([, text]) => text!)
  const areIn = (...texts: (string | null)[]) =>
    quoted.length > 0 && quoted.every((one) => texts.some((text) => text?.includes(one)))
  const isVerified = product.claim_review_status === 'verified'
  const ownTopics = own.map((slug) => topics.get(slug)!)
  const judges: [RegExp, (said: string) => boolean][] = [
    [/^Its name says /, () => areIn(product.name)],
    [/^Its description says /, () => areIn(product.description)],
    [
      /^Its longer texts say /,
      () =>
        areIn(
          product.overview,
          product.editorial_summary,
          product.workflow_summary,
          product.qualification_statement,
        ),
    ],
    [/^Editors describe the need as /, () => examples.includes(quoted[0]!)],
    [
      /^Editors name “.+” for the same topic, (.+)\.$/,
      (topic) =>
        ownTopics.some(({ name, rivals }) => name === topic && rivals.includes(quoted[0]!)),
    ],
    [
      /^Its topic is (.+?)(?:, as is that of .+)?\.$/,
      (topic) => ownTopics.some(({ name }) => name === topic),
    ],
    [
      /^It is built with (?:\d+ of the \d+ tools asked for: )?(.+)\.$/,
      (names) => names.split(', ').every((one) => product.tools.some(({ name }) => name === one)),
    ],
    [
      /^Works with (.+)\.$/,
      (names) =>
        names
          .split(', ')
          .every((one) => product.compatibility_matrix.some(({ tool }) => tool.name === one)),
    ],
    [/^(?:Unmaintained|Archived|Dormant)/, () => endSentence(product) === reason],
    [/^Its licence is (.+)\.$/, (licence) => product.proof?.licence === licence],
    [
      /^Its agents are for (.+), which is the task\.$/,
      (useCase) =>
        isVerified &&
        product.agent_use_case !== null &&
        inSentence(words.agent_use_case[product.agent_use_case]) === useCase,
    ],
  ]
  return judges.some(([pattern, isTrue]) => {
    const found = pattern.exec(reason)
    return found !== null && isTrue(found[1] ?? '')
  })
}
