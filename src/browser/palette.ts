import { keyed, matchNames } from '#core/name-match.ts'
import { type Named, ask, loadNames } from './names.ts'

/** The most names in the list of results. The row that searches everything comes after them. */
const most = 8
/** The query is sent after this many milliseconds without a key press. */
const pauseMs = 200
/**
 * The key in localStorage that turns the shortcut "/" off. WCAG 2.1.4 requires a way to turn
 * single-character shortcuts off.
 */
const slashKey = 'slash-off'

// Static HTML. Results are inserted as text, so they cannot contain markup.
const frame = `<div>
<input role="combobox" aria-label="Search products, tools and pages" aria-autocomplete="list" aria-expanded="true" aria-controls="palette-found" autocomplete="off" spellcheck="false" maxlength="200" placeholder="A product, a tool or a page">
<div role="listbox" id="palette-found" aria-label="Found"></div>
<p><span role="status"></span><label><input type="checkbox"> / opens this</label><button class="quiet-button">Close</button></p>
</div>`

const form = document.querySelector<HTMLFormElement>('form[data-names]')
if (form) {
  let open: (() => void) | undefined
  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const isTyping =
      target instanceof Element &&
      target.closest('input, textarea, select, [contenteditable]') !== null
    const isSlash = key === '/' && !ctrlKey && !metaKey && !isTyping && !stored()
    const isLetter = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !event.shiftKey
    if (event.isComposing || altKey || !(isSlash || isLetter)) return
    event.preventDefault()
    open ??= palette(form)
    open()
  })
}

/**
 * Creates the search palette and returns a function that opens it. The names are fetched once, when
 * it is first opened.
 */
function palette({ action, dataset }: HTMLFormElement): () => void {
  const dialog = document.createElement('dialog')
  dialog.className = 'palette'
  dialog.ariaLabel = 'Search'
  dialog.innerHTML = frame
  document.body.append(dialog)
  const [input, slash] = dialog.querySelectorAll('input') as unknown as HTMLInputElement[]
  const list = dialog.querySelector<HTMLElement>('[role=listbox]')!
  const status = dialog.querySelector('[role=status]')!
  let names: Named[] | undefined
  let productSearch: string | null = null
  let asked: { q: string; found: Named[] } = { q: '', found: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  let current = 0
  // Whether an arrow key was pressed since the query last changed.
  let isMoved = false

  const load = async () => {
    try {
      ;({ names, productSearch } = await loadNames(dataset['names']!))
    } catch {
      // Without the names, the row that searches everything still works.
      names = undefined
    }
    show()
  }

  const show = () => {
    const q = input!.value.trim()
    const local = names ?? []
    const found =
      q === ''
        ? local.filter(({ kind }) => kind === 'Page').slice(0, most)
        : [...(asked.q === q ? asked.found : []), ...matchNames(q, local, most)].slice(0, most)
    const all = {
      href: `${action}?q=${encodeURIComponent(q)}`,
      name: `Search everything for “${q}”`,
    }
    // If the user has selected a row with the arrow keys, it stays selected when late results
    // arrive.
    const kept = isMoved ? (list.children[current] as HTMLAnchorElement | undefined)?.href : ''
    list.replaceChildren(
      ...[...found, ...(q === '' ? [] : [{ ...all, kind: '' }])].map(
        ({ href, name, kind }, index) => {
          const option = document.createElement('a')
          option.id = `palette-${index}`
          option.role = 'option'
          option.tabIndex = -1
          option.href = href
          const text = document.createElement('bdi')
          text.textContent = name
          const small = document.createElement('small')
          small.textContent = kind
          option.append(text, ' ', small)
          return option
        },
      ),
    )
    choose(
      Math.max(
        0,
        [...list.querySelectorAll('a')].findIndex(({ href }) => href === kept),
      ),
    )
    status.textContent = names ? `${found.length} found` : 'The names could not be loaded'
  }

  const choose = (index: number) => {
    const options = [...list.children]
    current = options.length && (index + options.length) % options.length
    for (const [at, option] of options.entries()) option.ariaSelected = String(at === current)
    const option = options[current]
    option?.scrollIntoView({ block: 'nearest' })
    input!.setAttribute('aria-activedescendant', option?.id ?? '')
  }

  const askProducts = async (q: string) => {
    try {
      const { results } = await ask<{ results: { slug: string; name: string; href: string }[] }>(
        `${productSearch}?type=product&limit=${most - 3}&q=${encodeURIComponent(q)}`,
      )
      // Uses only the path, so that links stay on this host: the API may answer with another
      // hostname.
      const found = results.map(({ name, href }) =>
        keyed({ name, href: new URL(href).pathname, kind: 'Product' }),
      )
      asked = { q, found }
      if (input!.value.trim() === q) show()
    } catch {
      // The product search failed: tools, pages and the row that searches everything are still
      // shown.
    }
  }

  input!.addEventListener('input', () => {
    isMoved = false
    show()
    clearTimeout(timer)
    const q = input!.value.trim()
    if (productSearch && q) timer = setTimeout(askProducts, pauseMs, q)
  })
  input!.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.isComposing || (!step && event.key !== 'Enter')) return
    event.preventDefault()
    if (step) {
      isMoved = true
      choose(current + step)
    } else (list.children[current] as HTMLElement | undefined)?.click()
  })
  slash!.checked = !stored()
  slash!.addEventListener('change', () => stored(!slash!.checked))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target instanceof HTMLButtonElement) dialog.close()
  })
  // Closes the palette, because a row may link to a heading of the current page.
  list.addEventListener('click', ({ ctrlKey, metaKey, shiftKey }) => {
    if (!ctrlKey && !metaKey && !shiftKey) dialog.close()
  })
  return () => {
    if (dialog.open) return
    isMoved = false
    dialog.showModal()
    input!.select()
    if (names) show()
    else {
      status.textContent = 'Loading'
      void load()
    }
  }
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
