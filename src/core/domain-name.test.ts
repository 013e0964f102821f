import { describe, expect, it } from 'vitest'
import { type CodeHost, domainName } from './domain-name.ts'

const codeHosts: CodeHost[] = [
  { host: 'github.com', sections: [], reserved: ['orgs', 'topics'] },
  { host: 'gitlab.com', sections: [], reserved: ['-', 'groups'], ends: ['-', 'tree'] },
  { host: 'pypi.org', sections: ['project'], parts: 1 },
  { host: 'huggingface.co', sections: ['spaces', 'datasets'] },
  { host: 'git.sr.ht', sections: [] },
]

function read(input: string) {
  return domainName(input, codeHosts)
}

function domainOf(input: string): string | undefined {
  const name = read(input)
  return name.ok ? name.domain : undefined
}

function reasonOf(input: string): string | undefined {
  const name = read(input)
  return name.ok ? undefined : name.reason
}

describe('a website', () => {
  it.each([
    ['https://example.com', 'example.com'],
    ['http://example.com', 'example.com'],
    ['HTTPS://EXAMPLE.COM', 'example.com'],
    ['example.com', 'example.com'],
    ['//example.com/path', 'example.com'],
    ['  example.com \n', 'example.com'],
    ['example.com/a/b?c=d#e', 'example.com'],
    ['https://example.com?x=https://other.example', 'example.com'],
    ['https://example.com#@other.example', 'example.com'],
    ['example.com:8080', 'example.com'],
    ['example.com:8080/path', 'example.com'],
    ['example.com:8080?q', 'example.com'],
    ['example.com:', 'example.com'],
    ['example.com:/a', 'example.com'],
    ['example.com:?q', 'example.com'],
    ['https://example.com:8443/', 'example.com'],
    ['https://example.com:/', 'example.com'],
    ['example.com.', 'example.com'],
    ['https://example.com./path', 'example.com'],
    ['https://example.com.:443', 'example.com'],
    ['www.example.com', 'example.com'],
    ['https://WWW.Example.com/', 'example.com'],
    ['www.example.co.uk', 'example.co.uk'],
    ['www.app.example.com', 'app.example.com'],
    ['www.www.example.com', 'www.example.com'],
    ['www.com', 'www.com'],
    ['https://www.com/', 'www.com'],
    ['www.www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
    ['www.github.io', 'www.github.io'],
    ['wwwexample.com', 'wwwexample.com'],
    ['www2.example.com', 'www2.example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['https://MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['faß.de', 'xn--fa-hia.de'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['example。com', 'example.com'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['exam\u00adple.com', 'example.com'],
    ['ex%61mple.com', 'example.com'],
    ['💩.la', 'xn--ls8h.la'],
    ['foo.test', 'foo.test'],
    ['acme.example', 'acme.example'],
    ['app.acme.example', 'app.acme.example'],
    ['foo.unknowntld', 'foo.unknowntld'],
    ['a.b.foo.unknowntld', 'a.b.foo.unknowntld'],
    ['app.foo-bar.com', 'app.foo-bar.com'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['123.com', '123.com'],
    ['1.2.3.4.example.com', '1.2.3.4.example.com'],
    ['a.github.io', 'a.github.io'],
    ['myapp.vercel.app', 'myapp.vercel.app'],
    ['localhost.example.com', 'localhost.example.com'],
    ['local.dev', 'local.dev'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    [`https://example.com/${'😀'.repeat(2028)}`, 'example.com'],
  ])('%j is filed under %s', (input, domain) => {
    expect(domainOf(input)).toBe(domain)
  })
})

describe('what is no website', () => {
  it.each([
    ['', 'is empty'],
    [' \t', 'is empty'],
    ['exa mple.com', 'contains white space'],
    ['exam\nple.com', 'contains white space'],
    ['https://example.com/a b', 'contains white space'],
    ['example.com\u0000', 'control characters'],
    ['exam\u0007ple.com', 'control characters'],
    [`https://example.com/${'a'.repeat(2029)}`, 'has more than 2048 characters'],
    ['https://', 'is not a URL or domain'],
    ['http://:80', 'is not a URL or domain'],
    ['?', 'is not a URL or domain'],
    ['https://exa<mple.com', 'is not a URL or domain'],
    ['https://example.com:99999', 'is not a URL or domain'],
    ['example.com:99999', 'is not a URL or domain'],
    ['example.com:abc', 'is not a URL or domain'],
    ['example.app://a', 'scheme example.app'],
    ['https://[::1', 'is not a URL or domain'],
    ['exa%zzmple.com', 'is not a URL or domain'],
    ['ftp://example.com', 'scheme ftp'],
    ['mailto:jane@example.com', 'scheme mailto'],
    ['javascript:alert(1)', 'scheme javascript'],
    ['data:text/html,x', 'scheme data'],
    ['file:///etc/passwd', 'scheme file'],
    ['ws://example.com', 'scheme ws'],
    ['chrome-extension://example.com', 'scheme chrome-extension'],
    ['user@example.com', 'user name or password'],
    ['https://user@example.com', 'user name or password'],
    ['https://user:secret@example.com', 'user name or password'],
    ['https://:secret@example.com', 'user name or password'],
    ['https://example.com@other.example', 'user name or password'],
    ['127.0.0.1', 'is an IP address'],
    ['http://127.0.0.1:8080/x', 'is an IP address'],
    ['127.1', 'is an IP address'],
    ['127.0.1', 'is an IP address'],
    ['0x7f.1', 'is an IP address'],
    ['0x7f000001', 'is an IP address'],
    ['0177.0.0.1', 'is an IP address'],
    ['2130706433', 'is an IP address'],
    ['0', 'is an IP address'],
    ['1.2.3.4.', 'is an IP address'],
    ['１２７.0.0.1', 'is an IP address'],
    ['①②⑦.0.0.1', 'is an IP address'],
    ['127.0.0.%31', 'is an IP address'],
    ['[::1]', 'is an IP address'],
    ['http://[2001:db8::1]:443/', 'is an IP address'],
    ['http://[::ffff:127.0.0.1]', 'is an IP address'],
    ['::1', 'is not a URL or domain'],
    ['256.1.1.1', 'is not a URL or domain'],
    ['example.0x1', 'is not a URL or domain'],
    ['localhost', 'single label'],
    ['localhost:3000', 'single label'],
    ['http://intranet/', 'single label'],
    ['com', 'single label'],
    ['com.', 'single label'],
    ['test', 'single label'],
    ['foo.localhost', 'not a public website'],
    ['printer.local', 'not a public website'],
    ['db.prod.internal', 'not a public website'],
    ['foo.invalid', 'not a public website'],
    ['abcdef.onion', 'not a public website'],
    ['FOO.LOCAL.', 'not a public website'],
    ['co.uk', 'public suffix'],
    ['https://co.uk./', 'public suffix'],
    ['github.io', 'public suffix'],
    ['vercel.app', 'public suffix'],
    ['foo.ck', 'public suffix'],
    ['example.com..', 'not a valid domain'],
    ['.example.com', 'not a valid domain'],
    ['example..com', 'not a valid domain'],
    ['-example.com', 'not a valid domain'],
    ['example-.com', 'not a valid domain'],
    ['exam!ple.com', 'not a valid domain'],
    [`${'a'.repeat(64)}.com`, 'not a valid domain'],
    [`${'a.'.repeat(126)}com`, 'not a valid domain'],
  ])('%j is refused: %s', (input, reason) => {
    expect(reasonOf(input)).toContain(reason)
  })
})

describe('parents', () => {
  it.each([
    ['example.com', ['example.com']],
    ['https://www.example.com', ['example.com']],
    ['app.example.com', ['app.example.com', 'example.com']],
    [
      'a.b.c.example.co.uk',
      ['a.b.c.example.co.uk', 'b.c.example.co.uk', 'c.example.co.uk', 'example.co.uk'],
    ],
    ['a.github.io', ['a.github.io']],
    ['x.a.github.io', ['x.a.github.io', 'a.github.io']],
    ['app.foo.test', ['app.foo.test', 'foo.test']],
    ['a.b.unknowntld', ['a.b.unknowntld', 'b.unknowntld']],
    ['www.com', ['www.com']],
    ['a.www.com', ['a.www.com', 'www.com']],
    ['www.ck', ['www.ck']],
    ['a.b.foo.ck', ['a.b.foo.ck', 'b.foo.ck']],
    ['gist.github.com', ['gist.github.com', 'github.com']],
  ])('%s falls back label by label and stops at the registrable domain', (input, candidates) => {
    expect(read(input)).toMatchObject({ ok: true, candidates })
  })

  it.each([
    ['a.b.example.co.uk', 'example.co.uk'],
    ['x.a.github.io', 'a.github.io'],
    ['www.com', 'www.com'],
    ['github.com/owner/repo', 'github.com'],
    ['git.sr.ht/~owner/repo', 'sr.ht'],
  ])('%s has the registrable domain %s', (input, registrable) => {
    expect(read(input)).toMatchObject({ registrable })
  })
})

describe('a code host', () => {
  it.each([
    ['https://github.com/owner/repo', 'github.com/owner/repo'],
    ['github.com/owner/repo', 'github.com/owner/repo'],
    ['https://www.github.com/owner/repo', 'github.com/owner/repo'],
    ['https://GitHub.com/Owner/Repo', 'github.com/owner/repo'],
    ['https://github.com./owner/repo', 'github.com/owner/repo'],
    ['https://github.com/owner/repo.git', 'github.com/owner/repo'],
    ['https://github.com/owner/Repo.GIT', 'github.com/owner/repo'],
    ['https://github.com/owner/repo.git/tree/main', 'github.com/owner/repo'],
    ['https://github.com/owner/repo/tree/main/src?x=1#L5', 'github.com/owner/repo'],
    ['https://github.com//owner//repo/', 'github.com/owner/repo'],
    ['https://github.com/owner/repo.github.io', 'github.com/owner/repo.github.io'],
    ['https://github.com/x/../owner/./repo', 'github.com/owner/repo'],
    ['https://huggingface.co/owner/model', 'huggingface.co/owner/model'],
    ['https://huggingface.co/spaces/owner/demo', 'huggingface.co/spaces/owner/demo'],
    ['https://huggingface.co/Spaces/Owner/Demo/tree/main', 'huggingface.co/spaces/owner/demo'],
    ['https://huggingface.co/datasets/owner/data', 'huggingface.co/datasets/owner/data'],
    ['https://git.sr.ht/~owner/repo', 'git.sr.ht/~owner/repo'],
    ['https://github.com/o%77ner/re%70%6F', 'github.com/owner/repo'],
    ['https://github.com/owner/re%C3%A9%2Fpo', 'github.com/owner/re%c3%a9%2fpo'],
    ['https://gitlab.com/acme/tools/app', 'gitlab.com/acme/tools/app'],
    ['https://gitlab.com/Acme/a/b/App.git/info/refs', 'gitlab.com/acme/a/b/app'],
    ['https://gitlab.com/acme/tools/app/-/tree/main/src', 'gitlab.com/acme/tools/app'],
    ['https://gitlab.com/acme/app/tree/main', 'gitlab.com/acme/app'],
    ['https://gitlab.com/tree/tree', 'gitlab.com/tree/tree'],
    ['https://pypi.org/project/App/1.0/', 'pypi.org/project/app'],
  ])('%s is filed under %s alone', (input, domain) => {
    expect(read(input)).toMatchObject({ ok: true, domain, candidates: [domain] })
  })

  it.each([
    'https://github.com',
    'https://github.com/',
    'https://github.com/owner',
    'https://github.com/owner/',
    'https://github.com/owner/.git',
    'https://huggingface.co/spaces/owner',
    'https://huggingface.co/spaces',
    'https://github.com/orgs/acme',
    'https://github.com/%6Frgs/acme/repositories',
    'https://gitlab.com/groups/acme/tools',
    'https://gitlab.com/acme',
    'https://pypi.org/help',
  ])('%s without owner and repository can match nothing', (input) => {
    expect(read(input)).toMatchObject({ ok: true, domain: new URL(input).hostname, candidates: [] })
  })

  it('is only the host itself: its subdomains and namesakes are ordinary websites', () => {
    expect(domainOf('https://docs.github.com/owner/repo')).toBe('docs.github.com')
    expect(domainOf('https://notgithub.com/owner/repo')).toBe('notgithub.com')
  })

  it('does not exist without the list', () => {
    expect(domainName('https://github.com/owner/repo', [])).toMatchObject({
      domain: 'github.com',
      candidates: ['github.com'],
    })
  })
})
