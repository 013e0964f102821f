/** Filters the tools of the submission form by name as people type, and lists the chosen ones. */
const picker = document.querySelector('#tool-picker')!
const filter = picker.querySelector<HTMLInputElement>('#tool-filter')!
const found = picker.querySelector('#tool-filter-found')!
const chosen = picker.querySelector('#tools-chosen')!
const all = picker.querySelector('details')!
const shelves = [...all.querySelectorAll('details')]
const boxes = [...picker.querySelectorAll<HTMLInputElement>('[name=tool_slugs]')]

// A short version of core/search-key.ts. Importing that file would cost pages another request.
const keyOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const rowOf = (box: HTMLInputElement) => box.closest('label')!
const nameOf = (box: HTMLInputElement) => rowOf(box).textContent.trim()

filter.addEventListener('input', narrow)
filter.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return
  // Enter in the filter field must not submit the form; it chooses a tool.
  event.preventDefault()
  const key = keyOf(filter.value)
  const left = boxes.filter((box) => !rowOf(box).hidden)
  const [hit, ...others] =
    left.length === 1 ? left : left.filter((box) => keyOf(nameOf(box)) === key)
  if (!key || !hit || others.length > 0) return
  filter.value = ''
  narrow()
  choose(hit, true)
})
picker.addEventListener('change', showChosen)
chosen.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button')
  const box = boxes.find(({ value }) => value === button?.value)
  if (!box) return
  // Moves the focus first, because the pressed button is removed together with its tool.
  filter.focus()
  choose(box, false)
})
// Error links to the list of tools move the focus to the filter field.
for (const link of document.querySelectorAll('a[href="#tool_slugs"]'))
  link.addEventListener('click', (event) => {
    event.preventDefault()
    filter.focus()
  })
// The browser may have restored typed text and checked boxes after back navigation.
if (filter.value) narrow()
showChosen()

function choose(box: HTMLInputElement, isChosen: boolean): void {
  box.checked = isChosen
  showChosen()
  found.textContent = `${nameOf(box)} is ${isChosen ? 'chosen' : 'taken out'}`
}

function showChosen(): void {
  chosen.replaceChildren(...boxes.filter(({ checked }) => checked).map(takenOut))
  for (const shelf of shelves) {
    const count = shelf.querySelectorAll(':checked').length
    shelf.querySelector('summary span')!.textContent = count > 0 ? `${count} chosen` : ''
  }
}

/** A list item for a chosen tool, with the same HTML that the server renders. */
function takenOut(box: HTMLInputElement): Element {
  const item = document.createElement('li')
  const button = item.appendChild(document.createElement('button'))
  button.type = 'button'
  button.className = 'chip'
  button.value = box.value
  button.textContent = `${nameOf(box)} ×`
  return item
}

function narrow(): void {
  const key = keyOf(filter.value)
  all.open ||= key !== ''
  let count = 0
  for (const shelf of shelves) {
    const labels = [...shelf.querySelectorAll('label')]
    for (const label of labels) label.hidden = !keyOf(label.textContent).includes(key)
    const left = labels.filter(({ hidden }) => !hidden).length
    count += left
    shelf.hidden = left === 0
    shelf.open = key === '' ? shelf.querySelector(':checked') !== null : left > 0
  }
  found.textContent =
    key === ''
      ? ''
      : count === 0
        ? 'None of that name. Write it into the field below the list.'
        : count === 1
          ? '1 found: Enter takes it'
          : `${count} found`
}
