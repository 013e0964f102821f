import { describe, expect, it } from 'vitest'
import { readManifest } from './read-manifest.ts'
import { requirementOf } from './requirement.ts'

/** The version expressions that a manifest asks for, as `package expression`. */
function asked(path: string, text: string): string[] {
  const outcome = readManifest(path, text)
  if (outcome.kind !== 'read') throw new Error(`${path}: ${JSON.stringify(outcome)}`)
  return outcome.findings.map(
    ({ package: named, requirement }) => `${named} ${requirement?.raw ?? '-'}`,
  )
}

describe('every reader returns the version that a line asks for, and nothing else of the line', () => {
  it.each<[path: string, text: string, expected: string[]]>([
    [
      'package.json',
      `{"engines": {"node": ">=18"}, "packageManager": "bun@1.3.0+sha512.abc", "dependencies": {
        "next": "^15.1.0", "old": "npm:@clerk/nextjs@5", "a": "catalog:", "b": "*", "c": "next",
        "d": "git+https://example.com/d.git", "e": "owner/e#v1"}}`,
      [
        'file:package.json#engines.node >=18',
        'file:package.json#packageManager=bun 1.3.0',
        'pkg:npm/next ^15.1.0',
        'pkg:npm/%40clerk/nextjs 5',
        'pkg:npm/a -',
        'pkg:npm/b -',
        'pkg:npm/c next',
        'pkg:generic/d -',
        'pkg:github/owner/e -',
      ],
    ],
    ['deno.json', '{"imports": {"z": "npm:zod@^4/v4"}}', ['pkg:npm/zod ^4']],
    [
      'pyproject.toml',
      `[project]
dependencies = ["a[x]>=3.11,<4 ; python_version < '3.13'", "b (>=1.2)", "c", "d @ https://example.com/d.whl"]
[tool.poetry.dependencies]
e = "^1.0"
f = { version = "~2", optional = true }
g = "*"
h = { git = "https://example.com/h" }
i = [{ version = "1.1", platform = "linux" }, { version = "2" }]`,
      [
        'pkg:pypi/a >=3.11,<4',
        'pkg:pypi/b >=1.2',
        'pkg:pypi/c -',
        'pkg:pypi/d -',
        'pkg:pypi/e ^1.0',
        'pkg:pypi/f ~2',
        'pkg:pypi/g -',
        'pkg:pypi/h -',
        'pkg:pypi/i -',
      ],
    ],
    [
      'requirements.txt',
      'a==1.2.3 \\\n  --hash=sha256:0000\nb~=2.0 # why\n-e git+https://example.com/c@v3#egg=c\nd',
      ['pkg:pypi/a ==1.2.3', 'pkg:pypi/b ~=2.0', 'pkg:pypi/c -', 'pkg:pypi/d -'],
    ],
    ['setup.cfg', '[options]\ninstall_requires =\n  a>=1', ['pkg:pypi/a >=1']],
    ['setup.py', 'install_requires=["a>=1", "b"]', ['pkg:pypi/a >=1', 'pkg:pypi/b -']],
    ['Pipfile', '[packages]\na = "==1"\nb = "*"', ['pkg:pypi/a ==1', 'pkg:pypi/b -']],
    [
      'environment.yml',
      'dependencies:\n  - a=1.26\n  - b 2.*\n  - c',
      ['pkg:pypi/a =1.26', 'pkg:pypi/b 2.*', 'pkg:pypi/c -'],
    ],
    ['go.mod', 'require a.example/b v1.2.3', ['pkg:golang/a.example/b v1.2.3']],
    [
      'Cargo.toml',
      '[dependencies]\na = "1"\nb = { version = "0.12", features = ["x"] }',
      ['pkg:cargo/a 1', 'pkg:cargo/b 0.12'],
    ],
    [
      'Gemfile',
      `gem 'rails', '~> 7.1', '>= 7.1.2', require: false\ngem 'pg'`,
      ['pkg:gem/rails ~> 7.1, >= 7.1.2', 'pkg:gem/pg -'],
    ],
    ['composer.json', '{"require": {"a/b": "^1 || ^2"}}', ['pkg:composer/a/b ^1 || ^2']],
    [
      'pom.xml',
      `<dependency><groupId>a</groupId><artifactId>b</artifactId><version>1.2</version></dependency>
       <dependency><groupId>a</groupId><artifactId>c</artifactId><version>\${c}</version></dependency>`,
      ['pkg:maven/a/b 1.2', 'pkg:maven/a/c -'],
    ],
    [
      'build.gradle',
      `implementation "a:b:1.2@aar"\nimplementation group: 'a', name: 'c', version: '2'\napi "a:d:$v"`,
      ['pkg:maven/a/b 1.2', 'pkg:maven/a/c 2', 'pkg:maven/a/d -'],
    ],
    [
      'libs.versions.toml',
      `[versions]\nkotlin = "2.1"\n[libraries]\nb = { module = "a:b", version.ref = "kotlin" }
c = "a:c:3"\nd = { group = "a", name = "d", version = "4" }`,
      ['pkg:maven/a/b 2.1', 'pkg:maven/a/c 3', 'pkg:maven/a/d 4'],
    ],
    [
      'app.csproj',
      `<PackageReference Include="A" Version="8.0.1" />
<PackageReference Include="B"><Version>1.*</Version></PackageReference>
<PackageReference Include="C" Version="$(V)" />`,
      ['pkg:nuget/a 8.0.1', 'pkg:nuget/b 1.*', 'pkg:nuget/c -'],
    ],
    [
      'Dockerfile',
      `ARG TAG=3.12-slim
FROM python:$TAG@sha256:00
RUN apt-get install -y ffmpeg=7:6.1 curl && pip install "a[x]==1.2" && npm i b@^3 && \\
    git clone https://github.com/a/c`,
      [
        'pkg:docker/python 3.12-slim',
        'pkg:deb/debian/ffmpeg -',
        'pkg:deb/debian/curl -',
        'pkg:pypi/a ==1.2',
        'pkg:npm/b ^3',
        'pkg:github/a/c -',
      ],
    ],
    [
      'compose.yaml',
      'services:\n  a:\n    image: ghcr.io:443/a/b:1.2\n  b:\n    image: redis:${TAG:-7}\n  c:\n    image: redis:latest',
      ['pkg:docker/a/b?repository_url=ghcr.io:443 1.2', 'pkg:docker/redis 7', 'pkg:docker/redis -'],
    ],
  ])('%s', (path, text, expected) => {
    expect(asked(path, text)).toEqual(expected)
  })
})

it.each([
  'https://user:password@example.com/a.tgz',
  'ghp_0123456789abcdef0123',
  'sk-0123456789abcdef',
  '${VERSION}',
  '1.0\u202e2',
  '1'.repeat(101),
  'latest',
  ' * ',
  '',
  12,
])('%j is no version expression', (text) => {
  expect(requirementOf(text)).toBeNull()
})
