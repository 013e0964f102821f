// Adds a button to each sample of code that copies its text. Without a script, or on a page without
// TLS, where browsers have no clipboard, samples are selected by hand.

const shownMs = 2000

if (isSecureContext)
  for (const pre of document.querySelectorAll<HTMLPreElement>('main pre')) {
    // A button inside of the sample would scroll away with it.
    const frame = document.createElement('div')
    frame.className = 'code-frame'
    pre.replaceWith(frame)
    frame.append(pre, copyButton(pre))
  }

function copyButton(pre: HTMLPreElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-button quiet-button'
  button.textContent = 'Copy'
  button.ariaLive = 'polite'
  let timer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', async () => {
    button.textContent = await copied(pre.innerText.trimEnd())
    clearTimeout(timer)
    timer = setTimeout(() => (button.textContent = 'Copy'), shownMs)
  })
  return button
}

async function copied(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    // The browser or the user forbids it.
    return 'Not copied'
  }
}
