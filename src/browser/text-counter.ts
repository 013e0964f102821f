/**
 * Shows the length of each text field that has a limit, in Unicode code points as in the contract,
 * and by how much a text is too long. Such a text is not cut, and its form is not sent.
 */
for (const counter of document.querySelectorAll<HTMLElement>('[data-counts]')) {
  const field = document.getElementById(counter.dataset['counts']!) as HTMLTextAreaElement
  const most = Number(counter.dataset['most'])
  const count = () => {
    const length = [...field.value].length
    const over = length - most
    counter.textContent = over > 0 ? `${length} so far: ${over} too many` : `${length} so far`
    counter.classList.toggle('is-over', over > 0)
    field.setCustomValidity(over > 0 ? `${over} characters too many: at most ${most}.` : '')
  }
  field.addEventListener('input', count)
  count()
}
