import type { Service } from '#service/service.ts'
import { readText } from './read-input.ts'

/** Why a form was not read: a status, a sentence for the page, and what goes with the answer. */
export interface FormRefusal {
  status: number
  headers: Record<string, string>
  sentence: string
}

/** Whether a page is only looked at. */
export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Reads what a form of our own pages sends; another site's form is refused. */
export async function readForm(
  request: Request,
  log: Service['log'],
): Promise<{ typed: URLSearchParams } | { refused: FormRefusal }> {
  if (request.method !== 'POST')
    return {
      refused: {
        status: 405,
        headers: { allow: 'GET, HEAD, POST' },
        sentence: 'This page takes GET and POST.',
      },
    }
  // There are no cookies to misuse, but another site's form would use up a visitor's limits.
  const origin = request.headers.get('origin')
  if (origin !== null && URL.parse(origin)?.host !== request.headers.get('host'))
    return {
      refused: { status: 403, headers: {}, sentence: 'This form can only be sent from this page.' },
    }
  try {
    return { typed: new URLSearchParams(await readText(request)) }
  } catch (error) {
    log('a form could not be read', error)
    const sentence = 'The form could not be read. It may be larger than 64 KiB.'
    return { refused: { status: 400, headers: {}, sentence } }
  }
}
