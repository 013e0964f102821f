import { expect, it } from 'vitest'
import type { ManifestKind } from './manifest-kind.ts'
import { textOf } from './plain-text.ts'
import { readManifest } from './read-manifest.ts'

/** For each kind a file whose first, middle and last lines count. */
const files = {
  package_json: ['package.json', '{"dependencies": {\n  "a": "1",\n  "b": "2"}}'],
  pyproject: ['pyproject.toml', '[project]\ndependencies = [\n  "a", # x\n  "b>=1",\n]'],
  requirements: ['requirements.txt', 'a==1  # x\nb[c] \\\n  >=1\nd'],
  pipfile: ['Pipfile', '[packages]\na = "*"\n[dev-packages]\nb = "1"'],
  setup_cfg: ['setup.cfg', '[options]\ninstall_requires =\n    a>=1\n    b'],
  setup_py: ['setup.py', 'setup(\n  install_requires=[\n    "a",\n    "b>=1",\n  ])'],
  conda_environment: ['environment.yml', 'dependencies:\n  - a=1\n  - pip:\n    - b'],
  deno_json: ['deno.json', '{"imports": {\n  "a": "npm:a@1",\n  "b": "npm:b"}}'],
  go_mod: ['go.mod', 'module a\nrequire (\n\ta/b v1\n\tc/d v2 // indirect\n)\nrequire e/f v1'],
  cargo_toml: ['Cargo.toml', '[dependencies]\na = "1"\n[dependencies.b]\nversion = "1"'],
  gemfile: ['Gemfile', "gem 'a'\ngroup :test do\n  gem 'b', '1'\nend\ngem 'c'"],
  composer_json: ['composer.json', '{"require": {\n  "a/b": "1",\n  "c/d": "2"}}'],
  pom_xml: [
    'pom.xml',
    '<project><dependencies>\n<dependency>\n<groupId>a</groupId>\n<artifactId>b</artifactId>\n</dependency>\n</dependencies></project>',
  ],
  gradle: ['build.gradle', "dependencies {\n  implementation 'a:b:1'\n  // x\n  api 'c:d:1'\n}"],
  dotnet_project: [
    'a.csproj',
    '<Project>\n<PackageReference Include="A" />\n<PackageReference\n Include="B" Version="1" />\n</Project>',
  ],
  gradle_catalog: ['libs.versions.toml', '[libraries]\na = "a:b:1"\nc = { module = "c:d" }'],
  dockerfile: ['Dockerfile', 'FROM a:1\nRUN pip install b \\\n  c\nRUN apk add d'],
  compose: ['compose.yaml', 'services:\n  a:\n    image: b:1\n  c: {image: d}'],
  chart: ['Chart.yaml', 'dependencies:\n  - name: a\n    version: 1\n  - name: b'],
  chart_values: ['values.yaml', 'image:\n  registry: a.io\n  repository: b/c\nd:\n  image: e:1'],
  prisma_schema: ['schema.prisma', 'datasource db {\n  provider = "a"\n}'],
  components_json: ['components.json', '{\n"$schema": "https://a.com/schema.json"}'],
} as const satisfies Record<
  Exclude<ManifestKind, 'npm_workspace'>,
  readonly [path: string, text: string]
>

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const crlf = (text: string) => text.replaceAll('\n', '\r\n')
const encodings: Record<string, (text: string) => Buffer> = {
  CRLF: (text) => Buffer.from(crlf(text)),
  CR: (text) => Buffer.from(text.replaceAll('\n', '\r')),
  'a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'a byte order mark and CRLF': (text) => Buffer.from(`\ufeff${crlf(text)}`),
  'UTF-16, as PowerShell writes it': (text) => utf16(crlf(text)),
  'UTF-16, big-endian': (text) => utf16(text).swap16(),
}

const rows = Object.entries(files).flatMap(([kind, [path, text]]) =>
  Object.entries(encodings).map(([name, encode]) => [kind, name, path, text, encode] as const),
)

it.each(rows)('%s with %s is read like a plain file', (_, __, path, text, encode) => {
  const plain = readManifest(path, text)
  expect(plain.kind === 'read' && plain.findings.length > 0).toBe(true)
  expect(readManifest(path, textOf(encode(text)))).toEqual(plain)
})
