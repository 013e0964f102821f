// Offers the names of products and tools under a search box, as the browser's own suggestions.
import type { NamesIndex } from '#core/names-index.ts'

for (const input of document.querySelectorAll<HTMLInputElement>('form[data-names] input'))
  input.addEventListener('focus', () => void suggest(input), { once: true })

async function suggest(input: HTMLInputElement) {
  // Without the names, for example without a network, the box works as before.
  const answer = await fetch(input.form!.dataset['names']!).catch(() => undefined)
  if (!answer?.ok) return
  const { groups } = (await answer.json()) as NamesIndex
  const list = document.createElement('datalist')
  list.id = `${input.id}-names`
  list.append(
    ...groups
      .filter(({ kind }) => kind === 'Product' || kind === 'Tool')
      .flatMap(({ names }) => names.map(([, name]) => new Option('', name))),
  )
  input.after(list)
  input.setAttribute('list', list.id)
}
