import { matchNames } from '#core/name-match.ts'
import { loadNames } from './names.ts'

// Suggests names in search boxes while somebody types, in the browser's own list of suggestions. A
// chosen name is searched like a typed one.

const most = 8

for (const [at, form] of document.querySelectorAll<HTMLFormElement>('form[data-names]').entries()) {
  const input = form.querySelector('input')!
  const list = document.createElement('datalist')
  list.id = `names-${at}`
  form.append(list)
  // Without `list`, the browser suggests what was typed earlier; so it is set with the first names.
  input.addEventListener('input', async () => {
    try {
      const { names } = await loadNames(form.dataset['names']!)
      const found = matchNames(input.value, names, most).filter(({ name }) => name !== input.value)
      const texts = new Set(found.map(({ name }) => name))
      list.replaceChildren(...[...texts].map((name) => new Option('', name)))
      input.setAttribute('list', list.id)
    } catch {
      // Without the names, the form still searches.
    }
  })
}
