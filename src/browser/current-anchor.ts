// Marks the link of the section that the address names, in lists of sections on the same page.

const links = document.querySelectorAll<HTMLAnchorElement>('nav[data-anchors] a')
const mark = () => {
  for (const link of links)
    link.ariaCurrent = link.hash === (location.hash || links[0]?.hash) ? 'true' : null
}
addEventListener('hashchange', mark)
mark()
