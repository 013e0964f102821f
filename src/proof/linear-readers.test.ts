import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { attempt } from '#core/attempt.ts'
import { growthBeyondLinear } from '#testing/growth.ts'
import { hostileUnits, rowOf, rowsOf } from '#testing/hostile-units.ts'
import { noPackages } from '#core/tool-packages.ts'
import { detect } from './detect.ts'
import { findBadge } from './websites/find-badge.ts'
import { filesOfExtras } from './manifests/pyproject.ts'
import { manifests } from './manifests/manifest-kind.ts'
import { ownPackages } from './own-packages.ts'
import { isDocsSite } from './package-purpose.ts'
import type { KnownTool } from './tool-index.ts'

const tool: KnownTool = {
  slug: 'redis',
  category: 'backend-db',
  ...noPackages,
  packages: ['pkg:npm/a', 'pkg:pypi/a', 'pkg:gem/a', 'pkg:cargo/a', 'pkg:golang/a/a'],
  images: ['pkg:docker/a'],
  hosts: ['api.a.com', '*.b.com'],
}

const inDetect = (path: string) => (content: string) =>
  detect([tool], { manifests: [{ path, content }] })

/** For each kind of manifest a path, a beginning, and lines to repeat. */
const files: Record<string, [path: string, begin: string, lines: string[]]> = {
  package_json: [
    'package.json',
    '{"dependencies": {"a": "1"',
    [',"a":"1"', ',"b":{"c":1}', ',"b":[1]', ',"b":[', ',"b":{"c":', ',"\\"":"'],
  ],
  npm_workspace: ['pnpm-workspace.yaml', 'catalog: &a\n', ['  a: 1\n', 'a: *a\n', '- [']],
  composer_json: ['composer.json', '{"require": {"a/a": "1"', [',"a/b":"1"']],
  components_json: ['components.json', '{"$schema": "https://a', [',"a":"1"']],
  pyproject: [
    'pyproject.toml',
    '[project]\ndependencies = ["a"',
    [
      ',"a"',
      ',\n"a"',
      ']\n[tool.uv]\n',
      ']\n[[a.b]]\n',
      '"""',
      ',"\\"',
      ', \'a ; "b"\'',
      ',[',
      ',{a=',
    ],
  ],
  pipfile: ['Pipfile', '[packages]\na = "*"\n', ['[a.b]\n', 'a.b = 1\n', '["a".b ] # "\n']],
  setup_cfg: [
    'setup.cfg',
    '[options]\ninstall_requires =\n',
    ['  a\n', '[a.b]\n', 'a = b\n', '  a ; b\n', 'a: #'],
  ],
  setup_py: [
    'setup.py',
    'setup(install_requires=["a",',
    ['"a",', '"a",\n', "'\n", '#"', ']install_requires=[', '\na=[', '\na=b+', '{"a":', 'a('],
  ],
  conda_environment: [
    'environment.yml',
    'dependencies:\n',
    ['  - a\n', '  - a::b=1\n', '  - pip:\n    - a\n', '  - ::', '- "'],
  ],
  deno_json: [
    'deno.json',
    '{"imports": {"a": "npm:a@1"',
    [',"a":"npm:@a/b@1"', ',"b":{"c":1}', ',"b":[', ',', '/*', '//', '"//'],
  ],
  cargo_toml: [
    'Cargo.toml',
    '[dependencies]\na = "1"\n',
    ["[target.'cfg(a)'.dependencies]\n", '[[a]]\n', 'a.b = { c = 1 }\n'],
  ],
  gradle_catalog: [
    'libs.versions.toml',
    '[libraries]\na = "a:a:1"\n',
    ['b = { group = "a", name = "a" }\n'],
  ],
  requirements: [
    'requirements.txt',
    'a==1\n',
    [
      'a\n',
      '    # via b\n',
      '    # via\n',
      '    --hash=a \\\n',
      'a[b]\n',
      'a @ git+https://a/#egg=a\n',
      '-e a\n',
      'git+https://github.com/',
      'git+ssh://a@',
    ],
  ],
  go_mod: [
    'go.mod',
    'module a\nrequire (\n',
    [
      '\ta/a v1\n',
      'require a v1 // indirect\n',
      'require (',
      ')\n',
      '/v1',
      'replace a => ./a\n',
      '`',
      '=> ',
    ],
  ],
  gemfile: [
    'Gemfile',
    "source 'a'\n",
    [
      "gem 'a'\n",
      'group :test do\n',
      'end\n',
      'a do |b|\n',
      "gem 'a', group: [",
      '=begin\n',
      'a|',
      '#{',
      '"#{',
      '%w[',
      '<<A\n',
      'gem a',
      ':a=>',
      '{',
    ],
  ],
  pom_xml: [
    'pom.xml',
    '<project><dependencies>',
    [
      '<dependency><groupId>a</groupId><artifactId>a</artifactId></dependency>\n',
      '<dependency>',
      '</dependency>',
      '<!--',
      '-->',
      '<plugins>',
      '<exclusions>',
      '<dependency></dependency>',
      '<groupId>',
      '<artifactId>',
      '${a}',
      '<![CDATA[',
      '<properties><a>${a}</a>',
      'a="',
      "<a '",
    ],
  ],
  gradle: [
    'build.gradle',
    'dependencies {\n',
    [
      "implementation 'a:a:1'\n",
      '/*',
      '*/',
      '//',
      'api "a:',
      'implementation group: "a", name: "a"\n',
      'api',
      '"${',
      '"""a"""',
      '(',
      "'a:a', ",
      'group: ',
      'a.',
    ],
  ],
  dotnet_project: [
    'a.csproj',
    '<Project>',
    [
      '<PackageReference Include="a" />\n',
      '<PackageReference Include="a">',
      '<PackageReference ',
      '</PackageReference>',
      '<!--',
      'PrivateAssets ',
      'Include=',
      'Include="a;a" ',
      '<a "',
    ],
  ],
  dockerfile: [
    'Dockerfile',
    'ARG A=a\nFROM a\nRUN apt-get install ',
    [
      'FROM $A\n',
      'ARG A=$A\n',
      '${A:-',
      'RUN pip install a\n',
      'a \\\n',
      '&& ',
      'FROM a AS b\n',
      'COPY --from=a/b ',
      'git clone ',
      'RUN <<A <<B\n',
      'bash -c "',
      'pip -r ',
      '$(',
      '["a",',
      '\\\n#\n',
    ],
  ],
  compose: [
    'compose.yaml',
    'services:\n  a:\n    image: ',
    [
      '\n    image: a',
      '${A:-',
      '- ',
      'a: ',
      ':$A',
      '"a": ',
      '\n  a: |',
      '&a ',
      '*a',
      '\n  a: &a\n    <<: *a',
      '!a ',
      '{{ ',
    ],
  ],
  chart: ['Chart.yaml', 'dependencies:\n', ['  - name: a\n', '- - ']],
  chart_values: [
    'values.yaml',
    'image:\n  registry: a',
    ['\n  repository: a', '\n  registry: a', '\n image: a:1'],
  ],
  prisma_schema: [
    'schema.prisma',
    'datasource db {\n',
    ['provider = "a"\n', '/*', '*/', '//', 'a b {\n', '}\n'],
  ],
}

type Reader = [read: (text: string) => unknown, begin: string, lines: string[]]

/** Other readers of texts from strangers. */
const others: Record<string, Reader> = {
  'hosts in code': [
    inDetect('a.ts'),
    'fetch("https://api.a.com/")\n',
    ['f("https://api.a.com/")\n', '"a.a', '/*', '"""\n', "'''", '"x.b.com/"', 'a.', '"https://'],
  ],
  'references to a catalogue': [
    (content) => {
      const catalogs = { path: 'pnpm-workspace.yaml', content: 'catalog: {a: 1}' }
      return detect([tool], { manifests: [catalogs, { path: 'a/b/package.json', content }] })
    },
    '{"dependencies": {"a": "catalog:"',
    [',"a":"catalog:"', '"a" ', ':"catalog:', '"catalog', ',"a\\":"catalog:"'],
  ],
  'a package URL': [
    (text) => detect([tool], { purls: [text] }),
    'pkg:npm/',
    ['@a', '%40', '?', '?repository_url=', 'pkg:', 'pkg:a/', '/'],
  ],
  'the package URL of an SBOM': [
    (purl) => detect([tool], { sbom: { bomFormat: 'CycloneDX', components: [{ purl }] } }),
    'pkg:golang/',
    ['@a', '%40', '?'],
  ],
  'a page with a badge': [
    (html) => findBadge({ html, url: 'https://a.com/' }, { siteUrl: 'https://b.com', slug: 'a' }),
    '<html><a href="https://b.com/product/a">',
    [
      '<a href="/',
      '<img src="https://b.com/badge/a.svg">',
      '<!--',
      '<script>',
      '</script>',
      '<template>',
      '&amp;',
      '<a b ',
      '<base href="a">',
      '<title>',
      "<a rel='",
    ],
  ],
  // The lines are valid inside a string, so that the search for lines reads them.
  'a text of several lines in TOML': [
    (text) => inDetect('Cargo.toml')(`a = '''\n${text}\n'''\n[dependencies]\na = 1\n`),
    '[',
    ['[a]\n', 'a = 1\n', ',a=', '[ a . "b" ]\n'],
  ],
  'a text in JSON': [
    (text) => inDetect('package.json')(JSON.stringify({ dependencies: { [text]: text } })),
    'npm:',
    ['npm:@a/', '@a'],
  ],
  'the extras of a package': [
    // It may refuse a text: only the time matters.
    (text) => attempt(() => filesOfExtras(text)),
    '[tool.setuptools.dynamic.optional-dependencies]\na = { file = ["a"] }\n',
    ['b.c = 1\n'],
  ],
  'the script of a site of docs': [
    (text) => isDocsSite({ path: 'package.json', text }),
    '"build": "',
    ['a=b ', 'npx ', 'a-', '"build": '],
  ],
  'the name of a module': [
    (text) => ownPackages([{ path: 'go.mod', text }]),
    'module ',
    ['module\n', 'module a\n'],
  ],
}

// Longer bodies are refused before they are read. Files of repositories may have 1 MiB: a reader that
// is linear up to this limit is linear beyond.
const longestBody = limits.detect.body_bytes
/** Growth that is more than linear shows in an eighth of the longest body. */
const most = longestBody / 8

/** Parsers of whole languages take longer, so their growth shows in shorter texts. */
const parsed = /^(?:dockerfile|compose|chart|chart_values|conda_environment|npm_workspace)$/

const readers = [
  ...manifests.map(({ kind }) => {
    const [path, begin, lines] = files[kind]!
    return [kind, inDetect(path), begin, lines, parsed.test(kind) ? most / 16 : most] as const
  }),
  ...Object.entries(others).map(([name, reader]) => [name, ...reader, most] as const),
]

// A busy machine may need a retry: work that is really more than linear fails each time.
describe('the time to read a text from a stranger grows with its length', { retry: 2 }, () => {
  it.each(readers)('%s, with one text repeated', (_, read, begin, lines, longest) => {
    const units = [...hostileUnits, ...lines]
    const texts = units.flatMap((unit) => [
      { unit, textOf: rowOf(unit), size: Math.min(longest, most / 2) },
      { unit: `${begin}${unit}`, textOf: rowOf(unit, begin, '!\n!\u3042'), size: longest },
    ])
    const found = texts.flatMap(({ unit, textOf, size }) => {
      const growth = growthBeyondLinear(textOf, read, size)
      return growth === undefined ? [] : [{ unit, growth }]
    })
    expect(found).toEqual([])
  })

  it.each(readers)('%s, with two texts repeated', (_, read, begin, lines, longest) => {
    const units = [...lines, 'a', ' ', '\n']
    const found = units.flatMap((first) =>
      units.flatMap((second) => {
        const growth = growthBeyondLinear(
          rowsOf(first, second, begin),
          read,
          Math.min(longest, most / 2),
        )
        return first === second || growth === undefined ? [] : [{ first, second, growth }]
      }),
    )
    expect(found).toEqual([])
  })

  it('JSON, nested as deep as a body allows', () => {
    const textOf = (size: number) => {
      const depth = Math.floor(size / 4)
      return `${'['.repeat(depth)}${'1,'.repeat(depth / 2)}1${']'.repeat(depth)}`
    }
    expect(inDetect('package.json')(textOf(most)).unreadable).toEqual([])
    expect(growthBeyondLinear(textOf, inDetect('package.json'), most)).toBeUndefined()
  })

  it('an SBOM in which every edge leads to one long name', () => {
    const read = (name: string) => {
      const components = [{ 'bom-ref': 'a', purl: `pkg:npm/${name}` }]
      const dependsOn = Array.from(name, () => 'a')
      const dependencies = [{ ref: 'r', dependsOn }]
      const metadata = { component: { 'bom-ref': 'r' } }
      return detect([tool], {
        sbom: { bomFormat: 'CycloneDX', metadata, components, dependencies },
      })
    }
    expect(growthBeyondLinear((size) => 'a'.repeat(size), read, most / 2)).toBeUndefined()
  })

  it.each([
    ['a variable of a Dockerfile', 'Dockerfile', 'ARG A=', 'FROM $A\n'],
    ['the registry of a chart', 'values.yaml', 'a:\n  registry: ', '  repository: a\n'],
    ['the header of a table', 'Cargo.toml', '[target.a', 'a = 1\n', '.dependencies]\n'],
    ['a group of Poetry', 'pyproject.toml', '[tool.poetry.group.', 'a = 1\n', '.dependencies]\n'],
    ['the group of a Gemfile', 'Gemfile', 'group :', "gem 'a'\n", ' do\n'],
  ])('%s with a long name that many lines use', (_, path, before, line, after = '\n') => {
    const textOf = (size: number) => {
      const lines = Array.from({ length: size / 2 / line.length }, (__, n) =>
        line.replace('a ', `a${n} `),
      )
      return before + 'a'.repeat(size / 2) + after + lines.join('')
    }
    expect(growthBeyondLinear(textOf, inDetect(path), most)).toBeUndefined()
  })

  it('one name in many groups', () => {
    const textOf = (size: number) =>
      Array.from(
        { length: size / 44 },
        (_, n) => `[tool.poetry.group.g${n}.dependencies]\nredis = 1\n`,
      ).join('')
    expect(growthBeyondLinear(textOf, inDetect('pyproject.toml'), most)).toBeUndefined()
  })
})
