/** Narrows the tools of a form to those whose names hold what is typed. */
const picker = document.querySelector('#tool_slugs')!
const filter = picker.querySelector<HTMLInputElement>('#tool-filter')!
const found = picker.querySelector('#tool-filter-found')!
const shelves = [...picker.querySelectorAll('details')]

// What core/search-key.ts does, in one line: to share its file would cost every page a request.
const keyOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

filter.addEventListener('input', narrow)
filter.addEventListener('keydown', (event) => {
  // The form is not sent by who looks for a tool.
  if (event.key === 'Enter') event.preventDefault()
})
// What a browser typed again after a way back.
narrow()

function narrow(): void {
  const key = keyOf(filter.value)
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
        : `${count} found`
}
