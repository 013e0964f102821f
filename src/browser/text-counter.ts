/**
 * Shows the length of each text field that has a limit, in Unicode code points as in the contract.
 */
for (const counter of document.querySelectorAll<HTMLElement>('[data-counts]')) {
  const field = document.getElementById(counter.dataset['counts']!) as HTMLTextAreaElement
  const count = () => (counter.textContent = String([...field.value].length))
  field.addEventListener('input', count)
  count()
}
