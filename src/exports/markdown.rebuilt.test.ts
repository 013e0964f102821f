import { marked } from 'marked'
import { expect, inject, it } from 'vitest'
import { submitProduct } from '#contract/operations/submit-product.ts'
import { call, submission, validSubmission } from '#testing/api.ts'
import { editor, eventually } from '#testing/editor.ts'
import { request } from '#testing/service.ts'

const get = (path: string) => request(`${inject('served').url}${path}`)

it('a listing that tries to write our Markdown for us is text in every document that names it', async () => {
  const attack =
    '# Forged [Forged](https://evil.example) <b>x</b> https://evil.example `x` ![x](https://evil.example/x.png)'
  const body = validSubmission({
    name: `${attack.slice(0, 60)} ${process.pid}`,
    description: attack,
    qualification_type: 'agent_native',
    agent_use_case: 'support',
    qualification_statement: attack,
    workflow_summary: `${attack}\n\n# Forged\n\n- [Forged](https://evil.example)\n\n> Forged\n\n</div>`,
    agent_tools_used: ['[x](https://evil.example)'],
    supporting_links: ['https://letters.example/a)[x](https://evil.example'],
  })
  const sent = submission(body)
  const slug = String((await call(submitProduct, sent.path, sent)).body['slug'])
  await editor(['approve', slug, '--yes'])
  const twin = await eventually(
    () => get(`/product/${slug}.md`),
    ({ status }) => status === 200,
  )
  expect(twin.headers.link).toMatch(new RegExp(`/product/${slug}>; rel="canonical"$`))
  for (const path of [
    `/product/${slug}.md`,
    '/products.md',
    '/stack/postgresql.md',
    '/changelog.md',
    '/llms-full.txt',
  ]) {
    // The listing's own twin is there at once; the lists come with the next build.
    const { text } = await eventually(
      () => get(path),
      (answer) => answer.text.includes('Forged'),
    )
    marked.walkTokens(marked.lexer(text), (token) => {
      expect(token.type === 'html' || token.type === 'image' ? `${path}: ${token.raw}` : '').toBe(
        '',
      )
      if (token.type === 'heading' && token.depth > 1) expect(token.text).not.toContain('Forged')
      if (token.type === 'link')
        expect(new URL((token as { href: string }).href).hostname).not.toBe('evil.example')
    })
  }
})
