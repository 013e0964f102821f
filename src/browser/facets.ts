import type { NamesIndex } from '#core/names-index.ts'

/**
 * Applies filter links without a page load: fetches the linked page and replaces filters, rows and
 * heading by those of the fetched page. If anything fails, the browser opens the link instead.
 */
const main = document.querySelector('main')!
const list = ':scope > .browse'
const narrowing = '.browse :is(.facets ul, .modes, .bar, .pages) a'
const adding = '.browse .facets form'
const picked = '#picked'
/** Most products that the page of comparisons sets side by side. */
const mostPicked = 4
const said = document.createElement('div')
said.role = 'status'
said.className = 'unseen'
document.body.append(said)
let asking: AbortController | undefined
let shown = here()

main.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>(narrowing)
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void show(link.href, true)
})
main.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (!form.matches(adding)) return
  event.preventDefault()
  const said = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  void show(`${form.action}?${new URLSearchParams(said)}`, true)
})
main.addEventListener('focusin', ({ target }) => {
  const field = target as HTMLInputElement
  if (field.matches(`${adding} [data-names]`)) void nameTools(field)
})
main.addEventListener('change', showPicked)
main.addEventListener('reset', (event) => {
  if (!(event.target as Element).matches(picked)) return
  for (const box of boxes()) box.checked = false
  showPicked()
})
// The browser restores ticked boxes when it comes back to the page.
addEventListener('pageshow', showPicked)
addEventListener('popstate', () => here() === shown || void show(location.href))

async function show(href: string, isNew = false): Promise<void> {
  asking?.abort()
  const { signal } = (asking = new AbortController())
  try {
    const answer = await fetch(href, { signal, headers: { accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const next = page.querySelector('main')!
    const fresh = next.querySelector(list)
    // The fetched page is no list, such as the page of a tool: the browser opens it.
    if (!fresh) throw new Error()
    if (isNew) history.pushState(null, '', answer.url)
    shown = here()
    document.title = page.title
    swap(next, fresh)
    if (isNew) bringIntoView(main.querySelector(`${list} > #results`)!)
  } catch {
    if (!signal.aborted) location.assign(href)
  }
}

function swap(next: Element, fresh: Element): void {
  const at = document.activeElement
  const place = at?.matches(narrowing) ? labelOf(at) : undefined
  const isAdding = at?.closest(adding) != null
  // Keeps the elements of the filter column and replaces their content, so that its popover stays
  // open on phones, where it was scrolled to.
  const kept = main.querySelector(list)!
  const folds = new Map(foldsIn(kept).map((fold) => [fold.dataset['fold'], fold.open]))
  const slugs = boxes().flatMap((box) => (box.checked ? box.value : []))
  for (const part of ['#filters > .groups', '#filters > .close', '#results', '.open-filters'])
    kept.querySelector(part)!.replaceChildren(...fresh.querySelector(part)!.childNodes)
  for (const fold of foldsIn(kept)) fold.open = folds.get(fold.dataset['fold']) ?? fold.open
  const parts = [...next.childNodes]
  const split = parts.indexOf(fresh as ChildNode)
  for (const node of Array.from(main.childNodes)) if (node !== kept) node.remove()
  kept.before(...parts.slice(0, split))
  kept.after(...parts.slice(split + 1))
  pickAgain(slugs)
  // Moves the focus to the new filter link with the same label, or else to the results.
  if (place !== undefined)
    ([...kept.querySelectorAll<HTMLElement>('.facets a')].find((link) => labelOf(link) === place) ??
      kept.querySelector<HTMLElement>('#results'))!.focus({ preventScroll: true })
  // After a tool was added, the focus returns to the field for tools.
  if (isAdding) kept.querySelector<HTMLElement>(`${adding} [data-names]`)!.focus()
  said.textContent = kept.querySelector('.bar strong')!.textContent
}

/** The filter groups, which readers open and close. */
const foldsIn = (part: Element) => [...part.querySelectorAll<HTMLDetailsElement>('[data-fold]')]

const boxes = () => [...main.querySelectorAll<HTMLInputElement>(`${list} [name='slugs']`)]

// Ticks the same products in another list. Those that it does not show stay picked in the form.
function pickAgain(slugs: readonly string[]): void {
  const shownBoxes = new Map(boxes().map((box) => [box.value, box]))
  for (const slug of slugs) {
    const box = shownBoxes.get(slug) ?? document.createElement('input')
    if (!box.isConnected) {
      Object.assign(box, { type: 'checkbox', name: 'slugs', value: slug, hidden: true })
      main.querySelector(picked)?.append(box)
    }
    box.checked = true
  }
  showPicked()
}

// Says how many are picked, and offers no box beyond the most.
function showPicked(): void {
  const count = boxes().filter((box) => box.checked).length
  for (const box of boxes()) box.disabled = !box.checked && count >= mostPicked
  const button = main.querySelector(`${picked} button`)
  if (button) button.textContent = count < 2 ? 'Compare with …' : `Compare ${count}`
}

// Suggests the names of all tools in the field, fetched when it first gets the focus. Without the
// suggestions, any name can still be typed.
async function nameTools(field: HTMLInputElement): Promise<void> {
  const id = 'tool-names'
  field.setAttribute('list', id)
  if (document.getElementById(id)) return
  const names = document.createElement('datalist')
  names.id = id
  document.body.append(names)
  try {
    const { groups } = (await (await fetch(field.dataset['names']!)).json()) as NamesIndex
    const tools = groups.find(({ kind }) => kind === 'Tool')!.names
    names.append(...tools.map(([, name]) => new Option(name, name)))
  } catch {
    // Fetching failed. Removing the list lets the next focus try again.
    names.remove()
  }
}

// Scrolls to the results if they are out of view, because a shorter list may end above the focused
// filter. Without animation, for readers who prefer reduced motion.
function bringIntoView(results: Element): void {
  const { top } = results.getBoundingClientRect()
  if (top < 0 || top >= innerHeight) results.scrollIntoView({ behavior: 'instant' })
}

function labelOf(link: Element): string | null | undefined {
  return link.firstChild?.textContent
}

function here(): string {
  return location.pathname + location.search
}
