// Suggests products, tools, topics and documentation below each search field while somebody types.
// An arrow key chooses one, and Enter opens it; without a choice, Enter searches. A field of another
// form suggests products alone, and takes the name of the one that is chosen.
import { keyed, matchNames } from '#core/name-match.ts'
import { type Named, ask, loadNames } from './names.ts'

/** The addresses of products begin with this. */
const products = '/product/'
/** The most suggestions. */
const most = 8
/** Products are asked for after this many milliseconds without a key press. */
const pauseMs = 200
/**
 * The key in localStorage that turns the shortcut "/" off. WCAG 2.1.4 requires a way to turn
 * single-character shortcuts off.
 */
const slashKey = 'slash-off'

const forms = [...document.querySelectorAll<HTMLElement>('form[data-names], .field[data-names]')]
for (const [at, form] of forms.entries()) suggestIn(form, `suggested-${at}`)
addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  const isTyping =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  const isSlash = key === '/' && !ctrlKey && !metaKey && !isTyping && !stored()
  const isLetter = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey
  if (event.isComposing || altKey || !(isSlash || isLetter) || !forms[0]) return
  event.preventDefault()
  // The box that turns the shortcut off is shown once somebody has used the shortcut.
  if (isSlash) forms[0].querySelector<HTMLElement>('.suggestions label')!.hidden = false
  forms[0].querySelector('input')!.select()
})

/** Makes a field, or that of a search form, a combobox with a list of its own. */
function suggestIn(form: HTMLElement, id: string): void {
  const input = form.querySelector('input')!
  const isSearch = form.matches('form')
  const box = document.createElement('div')
  box.className = 'suggestions'
  box.hidden = true
  // Static HTML. Names are inserted as text, so they cannot contain markup.
  box.innerHTML = `<div role="listbox" id="${id}" aria-label="Suggestions"></div><label hidden><input type="checkbox"> Press / to search</label>`
  const list = box.querySelector<HTMLElement>('[role=listbox]')!
  const slash = box.querySelector('input')!
  if (!isSearch) slash.parentElement!.remove()
  form.append(box)
  input.role = 'combobox'
  input.autocomplete = 'off'
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', id)
  input.setAttribute('aria-expanded', 'false')
  let asked: { q: string; found: Named[] } = { q: '', found: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  let current = -1

  const close = () => {
    box.hidden = true
    current = -1
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const show = (names: readonly Named[]) => {
    const q = input.value.trim()
    const fitting = isSearch ? names : names.filter(({ href }) => href.startsWith(products))
    const found = [...(asked.q === q ? asked.found : []), ...matchNames(q, fitting, most)]
    close()
    list.replaceChildren(
      ...found
        .slice(0, most)
        .map((one, index) => optionOf(isSearch ? one : { ...one, kind: '' }, `${id}-${index}`)),
    )
    if (found.length === 0) return
    box.hidden = false
    input.setAttribute('aria-expanded', 'true')
  }
  // None is chosen before the first and after the last.
  const choose = (step: 1 | -1) => {
    const options = [...list.children]
    current = ((current + step + 1 + options.length + 1) % (options.length + 1)) - 1
    for (const [at, option] of options.entries()) option.ariaSelected = String(at === current)
    options[current]?.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', options[current]?.id ?? '')
  }
  const suggest = async () => {
    const q = input.value.trim()
    clearTimeout(timer)
    if (q === '') return close()
    try {
      const { names, productSearch } = await loadNames(form.dataset['names']!)
      show(names)
      if (productSearch)
        timer = setTimeout(async () => {
          asked = { q, found: await productsFor(q, productSearch) }
          if (input.value.trim() === q && current < 0) show(names)
        }, pauseMs)
    } catch {
      // Without the names, the form still searches.
    }
  }

  input.addEventListener('input', () => void suggest())
  input.addEventListener('keydown', (event) => {
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
    if (event.isComposing || box.hidden) return
    if (event.key === 'Escape') close()
    else if (step) choose(step)
    else if (event.key === 'Enter' && current >= 0) (list.children[current] as HTMLElement).click()
    else return
    event.preventDefault()
  })
  slash.checked = !stored()
  slash.addEventListener('change', () => stored(!slash.checked))
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close()
  })
  if (!isSearch)
    list.addEventListener('click', (event) => {
      const option = (event.target as Element).closest('[role=option]')
      if (!option) return
      event.preventDefault()
      input.value = option.querySelector('bdi')!.textContent
      close()
    })
  // A press on a suggestion would take the focus from the field, and so close the list.
  list.addEventListener('mousedown', (event) => event.preventDefault())
}

function optionOf({ href, name, kind, mark }: Named, id: string): HTMLElement {
  const option = document.createElement('a')
  const picture = document.createElement(mark ? 'img' : 'span')
  if (mark) Object.assign(picture, { src: mark, alt: '' })
  Object.assign(option, { id, role: 'option', tabIndex: -1, href, ariaSelected: 'false' })
  const [text, small] = [document.createElement('bdi'), document.createElement('small')]
  text.textContent = name
  small.textContent = kind
  option.append(picture, text, ' ', small)
  return option
}

/** Products by a search, for a directory that is too large for a list of all names. */
async function productsFor(q: string, productSearch: string): Promise<Named[]> {
  const { results } = await ask<{ results: { name: string; href: string }[] }>(
    `${productSearch}?type=product&limit=${most - 3}&q=${encodeURIComponent(q)}`,
  )
  // Only the path, so that links stay on this host: the API may answer with another hostname.
  return results.map(({ name, href }) =>
    keyed({ name, href: new URL(href).pathname, kind: 'Product' }),
  )
}

// Reads or changes whether the shortcut is off. If the browser forbids storage, it is on.
function stored(isOff?: boolean): boolean {
  try {
    if (isOff === true) localStorage.setItem(slashKey, '1')
    if (isOff === false) localStorage.removeItem(slashKey)
    return localStorage.getItem(slashKey) !== null
  } catch {
    return false
  }
}
