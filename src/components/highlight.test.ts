import { expect, it } from 'vitest'
import { highlighted } from './highlight.ts'

it('the parts of a command have classes, and no style', () => {
  expect(highlighted('curl "https://x.example" # now', 'sh')).toBe(
    '<span class="tok-function">curl</span> <span class="tok-string">&quot;https://x.example&quot;</span> <span class="tok-comment"># now</span>',
  )
  expect(highlighted('{"a": true}', 'json')).toContain('<span class="tok-constant">true</span>')
})

it.each(['sh', 'json', 'ts', 'js', 'yaml', 'toml', 'python', 'sql'])(
  'the text of a sample in %s is kept, sign by sign',
  (language) => {
    const text = 'a = "<b>&amp;" # \'c\'\n\n  {"d": [1]} \\\n'
    const plain = highlighted(text, language)
      .replace(/<[^>]+>/g, '')
      .replace(
        /&(lt|gt|quot|amp);/g,
        (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name]!,
      )
    expect(plain).toBe(text)
  },
)

it('a language that is not known is escaped text', () => {
  expect(highlighted('<b> & "c"', 'text')).toBe('&lt;b&gt; &amp; &quot;c&quot;')
})
