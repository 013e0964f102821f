import {
  evidenceWords,
  foundHeading,
  packageWords,
  unknownGroups,
} from '#present/detected-words.ts'
import type { UnknownName } from '#proof/detect.ts'

/** Detects tools in the browser. Only package names are sent to the API, never files. */
const form = document.querySelector<HTMLFormElement>('#project')!
const template = document.querySelector<HTMLTemplateElement>('#answer')
const progress = document.querySelector('#progress')!
const drop = form.querySelector('.drop')!
const chosen = drop.querySelector('input')!
let asking: AbortController | undefined

interface Answer {
  tools: {
    slug: string
    name: string
    category: string
    evidence: { package: string; source: string }[]
  }[]
  unknown_reasons: UnknownName[]
  truncated: boolean
}

if (template) {
  chosen.addEventListener('change', () => {
    // A copy, because emptying the file input also empties its `FileList`.
    void find([...(chosen.files ?? [])])
    // Without this, choosing the same file again, after a correction, would cause no `change`
    // event.
    chosen.value = ''
  })
  form.querySelector('button[type=button]')!.addEventListener('click', () => {
    const text = form.querySelector('textarea')!.value
    const path = form.querySelector('select')!.value
    if (text.trim() === '') progress.textContent = 'The text is empty.'
    else void find([new File([text], path)])
  })
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const)
    drop.addEventListener(type, (event) => {
      event.preventDefault()
      drop.classList.toggle('is-over', type === 'dragenter' || type === 'dragover')
      if (type === 'drop') void find([...(event as DragEvent).dataTransfer!.files])
    })
}

async function find(files: readonly File[]): Promise<void> {
  if (files.length === 0) return
  asking?.abort()
  const { signal } = (asking = new AbortController())
  say('Reading …')
  try {
    const { readProject, namesAlone, withPlaces } = await import('./read-project.ts')
    const names = namesAlone(await readProject(files))
    const sent = Object.keys(names.body).length > 0 ? JSON.stringify(names.body) : undefined
    const answer = await ask(sent, signal)
    if (signal.aborted) return
    const unknown_reasons = [...answer.unknown_reasons, ...names.unknown]
    show({ ...answer, tools: withPlaces(answer.tools, names), unknown_reasons }, sent)
    say('')
  } catch (error) {
    if (signal.aborted) return
    clear()
    say((error as Error).message, 'notice wrong')
  }
}

function say(sentence: string, look = 'quiet'): void {
  progress.textContent = sentence
  progress.className = look
}

/** Removes the result of the previous detection from the page. */
function clear(): void {
  for (const old of document.querySelectorAll('#found, .sent')) old.remove()
}

async function ask(body: string | undefined, signal: AbortSignal): Promise<Answer> {
  if (body === undefined) return { tools: [], unknown_reasons: [], truncated: false }
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body, signal }
  const answer = await fetch(form.dataset['api']!, init).catch(() => undefined)
  const value = (await answer?.json().catch(() => undefined)) as
    (Answer & { error?: string }) | undefined
  if (value && answer?.ok) return value
  throw new Error(value?.error ?? 'The directory could not be asked. Please try again.')
}

function show({ tools, unknown_reasons, truncated }: Answer, sent: string | undefined): void {
  const fresh = template!.content.cloneNode(true) as DocumentFragment
  const section = fresh.querySelector<HTMLElement>('#found')!
  const part = <T extends HTMLElement>(selector: string) => fresh.querySelector<T>(selector)!
  part('h2').textContent = foundHeading(tools.length)
  part('form').hidden = tools.length === 0
  part('.nothing').hidden = tools.length > 0
  repeat(part('.detected'), tools, (row, { slug, name, evidence }) => {
    row.querySelector('input')!.value = slug
    row.querySelector('strong')!.textContent = name
    row.querySelector('.source')!.textContent = evidenceWords(evidence)
    row.querySelector('a')!.href = form.dataset['tools']! + slug
  })
  repeat(part('.unknown'), unknownGroups(unknown_reasons), (group, { heading, advice, names }) => {
    group.querySelector('summary')!.textContent = heading
    group.querySelector('p')!.textContent = advice
    repeat(group.querySelector('ul')!, names, (row, name) => (row.textContent = packageWords(name)))
  })
  part('.cut').hidden = !truncated
  part('.sent pre').textContent = sent ?? 'Nothing.'
  clear()
  form.after(fresh)
  section.focus()
}

/** Fills a list with one row for each item. Rows are cloned from the first row of the list. */
function repeat<T>(list: Element, of: readonly T[], fill: (row: Element, one: T) => void) {
  const sample = list.firstElementChild!
  list.replaceChildren(
    ...of.map((one) => {
      const row = sample.cloneNode(true) as Element
      fill(row, one)
      return row
    }),
  )
}
