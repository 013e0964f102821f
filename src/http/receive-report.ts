import { enums } from '#contract/enums.ts'
import { ApiError } from '#contract/errors.ts'
import type { ProductDetail } from '#contract/resources/product.ts'
import { slugIn } from '#core/listing-name.ts'
import { webAddress } from '#core/web-address.ts'
import {
  type FactChoice,
  type ShownFact,
  factChoices,
  shownFact,
} from '#present/review/reported-fact.ts'
import { attempt } from '#service/invoke.ts'
import { findReportState, findReportable } from '#service/report-fact.ts'
import type { Service } from '#service/service.ts'
import { isRead } from './answer.ts'
import { type FormPage, privateHeaders, readForm, withFailure } from './read-form.ts'
import { failed, privatePage } from './receive-form.ts'
import { noListingName } from './receive-link-request.ts'
import { pageCall } from './serve.ts'

/** The data that the page /report shows. */
export interface ReportPage extends FormPage {
  /** Without it the page asks which listing is meant. */
  product?: ProductDetail | undefined
  choices: (FactChoice & { value: string; label: string; isChosen: boolean })[]
  /** The fact that the link named, and what the page of the listing says of it. */
  shown?: ShownFact | null
  /** The page of a report that was taken: the answer redirects to it. */
  location?: string
}

/** Answers /report: GET shows the form with the fact of the link, POST redirects to its page. */
export async function receiveReport(request: Request, service: Service): Promise<ReportPage> {
  const { typed: sent, refused } = await readForm(request, service)
  const typed = isRead(request) ? namedBy(sent) : sent
  const page = { status: 200, headers: privateHeaders(true), typed, choices: [] }
  if (refused) return withFailure(page, refused)
  const named = typed.get('slug')
  if (named === null || named.trim() === '') return page
  const slug = slugIn(named)
  const product = slug === undefined ? undefined : await findReportable(slug, service)
  if (!product) return { ...withFailure(page, failed(noListingName())), status: 404 }
  const chosen = chosenFact(typed)
  const choices = choicesOf(product, chosen)
  const begun = choices.find(({ isChosen }) => isChosen)
  const known = { ...page, product, choices, shown: begun ? shownFact(product, begun) : null }
  if (isRead(request)) return known
  const { value, error } = await attempt(
    'report_fact',
    pageCall(request, () => ({
      body: {
        ...chosen,
        slug: product.slug,
        message: typed.get('message'),
        source: webAddress(typed.get('source') ?? ''),
        email: typed.get('email'),
      },
    })),
    service,
  )
  if (error) return withFailure(known, failed(ofForm(error)))
  return 'report' in value ? { ...known, location: service.urls.reportState(value.report) } : known
}

/** Answers the page /report/<id>: what became of a report. */
export async function receiveReportState(id: string, service: Service) {
  try {
    const report = await findReportState(id, service)
    return { ...privatePage(report ? 'own' : 'unknown'), report }
  } catch (error) {
    service.log('a report could not be read', error)
    return privatePage('away')
  }
}

// A link names the fact, and writes no text into the form.
function namedBy(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...parameters].filter(([name]) => ['slug', 'fact', 'tool'].includes(name)),
  )
}

// In the form one field, `about`, stands for the fact and its tool.
function ofForm(error: ApiError): ApiError {
  const details = error.details?.map(({ path, ...problem }) => ({
    ...problem,
    path: path === 'fact' || path === 'tool' ? 'about' : path,
  }))
  return details ? new ApiError(error.kind, error.message, { details }) : error
}

// The form names a fact and its tool in one field, `about`; a link names them apart.
function chosenFact(typed: URLSearchParams): FactChoice | undefined {
  const [named = '', ofTool] = (typed.get('about') ?? '').split(':')
  const fact = enums.reportedFact.find((one) => one === (named || typed.get('fact')))
  const tool = ofTool ?? typed.get('tool') ?? undefined
  return fact && { fact, tool }
}

const valueOf = ({ fact, tool }: FactChoice) => (tool == null ? fact : `${fact}:${tool}`)

function choicesOf(product: ProductDetail, chosen: FactChoice | undefined) {
  const all = factChoices(product).map((choice) => ({ ...choice, value: valueOf(choice) }))
  // A link about the stack names no tool: then the first tool is chosen.
  const isChosen =
    chosen &&
    (all.find(({ value }) => value === valueOf(chosen)) ??
      all.find(({ fact }) => fact === chosen.fact))
  return all.map((choice) => ({ ...choice, isChosen: choice === isChosen }))
}
