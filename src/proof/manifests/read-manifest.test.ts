import { describe, expect, it } from 'vitest'
import { manifestLines as read } from '#testing/manifest-lines.ts'
import { isLockFile, isManifest, markerOf } from './manifest-kind.ts'
import { readManifest } from './read-manifest.ts'

describe('package.json', () => {
  it('gives the kind of each section, with the line', () => {
    const text = `{
  "name": "next",
  "packageManager": "bun@1.3.0",
  "engines": { "node": ">=20" },
  "dependencies": {
    "next": "16.0.0",
    "@ai-sdk/openai": "^2"
  },
  "devDependencies": { "typescript": "6.0.3" },
  "peerDependencies": { "react": "*" },
  "optionalDependencies": { "ollama": "1" }
}`
    expect(read('package.json', text)).toEqual([
      '3 marker file:package.json#packageManager=bun',
      '4 marker file:package.json#engines.node',
      '6 required pkg:npm/next',
      '7 required pkg:npm/%40ai-sdk/openai',
      '9 dev pkg:npm/typescript',
      '10 peer pkg:npm/react',
      '11 optional pkg:npm/ollama',
    ])
  })

  it('gives the real name of an alias, and no package of the same repository', () => {
    const text = `{"dependencies": {
      "old": "npm:@clerk/nextjs@5", "redis": "workspace:*", "pg": "file:../pg"}}`
    expect(read('a/package.json', text)).toEqual(['2 required pkg:npm/%40clerk/nextjs'])
  })

  it('gives npm’s own package for a name that PyPI has too', () => {
    const text = '{"dependencies": {"modal": "1.2.0"}}'
    expect(read('package.json', text)).toEqual(['1 required pkg:npm/modal'])
  })
})

describe('pyproject.toml', () => {
  it('PEP 621 and 735: extras are optional, and names of extras and groups say what is for development', () => {
    const text = `[build-system]
requires = ["hatchling"]
[project]
name = "fastapi-app"
# "django>=5",
dependencies = [
  "fastapi[standard]>=0.110",  # was "flask"
  'psycopg2-binary ; python_version < "3.13"',
  "mine",
]
[project.optional-dependencies]
voice = ["deepgram_sdk>=3"]
examples = ["streamlit"]
[dependency-groups]
backend = ["celery", {include-group = "dev"}]
dev = ["jupyter"]
[tool.uv.sources]
mine = { workspace = true }
`
    expect(read('pyproject.toml', text)).toEqual([
      '7 required pkg:pypi/fastapi',
      '8 required pkg:pypi/psycopg2-binary',
      '12 optional pkg:pypi/deepgram-sdk',
      '13 dev pkg:pypi/streamlit',
      '15 required pkg:pypi/celery',
      '16 dev pkg:pypi/jupyter',
      '2 build pkg:pypi/hatchling',
    ])
  })

  it('finds the line of a string with quotes, and of a key in a header with quotes', () => {
    const text = `[project]
keywords = ["attrs"]
dependencies = ["a", "attrs ; python_version < \\"3.9\\""]
[tool.poetry.dependencies."zope.interface"]
version = "1"
`
    expect(read('pyproject.toml', text)).toEqual([
      '3 required pkg:pypi/a',
      '3 required pkg:pypi/attrs',
      '4 required pkg:pypi/zope-interface',
    ])
  })

  it('Poetry: tables, groups and optional packages', () => {
    const text = `[tool.poetry.dependencies]
python = "^3.12"
openai = "^1"
redis = { version = "^5", optional = true }
lib = { path = "../lib" }
[tool.poetry.dependencies.sqlalchemy]
extras = ["asyncio"]
version = "2"
[tool.poetry.group.test.dependencies]
openai = "^1"
`
    expect(read('x/pyproject.toml', text)).toEqual([
      '3 required pkg:pypi/openai',
      '4 optional pkg:pypi/redis',
      '6 required pkg:pypi/sqlalchemy',
      '10 dev pkg:pypi/openai',
    ])
  })

  it('Poetry: a package with a version for each platform, and an optional group', () => {
    const text = `[tool.poetry.dependencies]
torch = [{ version = "2", optional = true }, { version = "1", optional = true }]
numpy = [{ version = "2" }, { version = "1" }]
[tool.poetry.group.vector]
optional = true
[tool.poetry.group.vector.dependencies]
qdrant-client = "1"
`
    expect(read('pyproject.toml', text)).toEqual([
      '2 optional pkg:pypi/torch',
      '3 required pkg:pypi/numpy',
      '7 optional pkg:pypi/qdrant-client',
    ])
  })
})

describe('files of setuptools, conda and Deno', () => {
  it('setup.cfg has requirements and extras', () => {
    const text = `[metadata]
name = openai
[options]
packages = find:
install_requires =
    openai>=1  # the client
    redis; python_version > "3.9"
[options.extras_require]
vector = qdrant-client
test =
    psycopg
`
    expect(read('setup.cfg', text)).toEqual([
      '6 required pkg:pypi/openai',
      '7 required pkg:pypi/redis',
      '9 optional pkg:pypi/qdrant-client',
      '11 dev pkg:pypi/psycopg',
    ])
  })

  it('setup.py has the strings of its list', () => {
    const text = `setup(
    name="redis",
    install_requires=[
        "openai>=1", 'qdrant-client[fast]',
        # "psycopg",
    ],
)`
    expect(read('setup.py', text)).toEqual([
      '4 required pkg:pypi/openai',
      '4 required pkg:pypi/qdrant-client',
    ])
  })

  it('environment.yml has packages of conda and of pip', () => {
    const text = `name: letters
channels:
  - conda-forge
dependencies:
  - python=3.12
  - conda-forge::psycopg=3
  - pip
  - pip:
      - openai>=1
`
    expect(read('environment.yml', text)).toEqual([
      '6 required pkg:pypi/psycopg',
      '9 required pkg:pypi/openai',
    ])
    const flow = 'dependencies: [openai, "nodejs=22", {pip: [redis, -r a.txt]}]'
    expect(read('environment.yml', flow)).toEqual([
      '1 required pkg:pypi/openai',
      '1 required pkg:conda/nodejs',
      '1 required pkg:pypi/redis',
    ])
  })

  it('deno.json has the npm packages that it imports', () => {
    const text = `{
  "name": "npm:redis",
  "imports": {
    "openai": "npm:openai@^4",
    "@ai-sdk/openai": "npm:@ai-sdk/openai",
    "std": "jsr:@std/path"
  }
}`
    expect(read('deno.json', text)).toEqual([
      '4 required pkg:npm/openai',
      '5 required pkg:npm/%40ai-sdk/openai',
    ])
  })

  it('a block of Gradle may stand on one line', () => {
    const text = `dependencies { implementation "dev.langchain4j:langchain4j-open-ai:1.0"; api 'io.qdrant:client:1' }`
    expect(read('build.gradle', text)).toEqual([
      '1 required pkg:maven/dev.langchain4j/langchain4j-open-ai',
      '1 required pkg:maven/io.qdrant/client',
    ])
  })
})

describe('requirements', () => {
  it('gives packages, without options and comments', () => {
    const text = `# django
--index-url https://pypi.example/simple
-r base.txt
openai==1.2  # not anthropic
SQLAlchemy[asyncio] >= 2
redis @ https://example.com/redis.zip
git+https://github.com/x/y.git#egg=Flask
git+https://github.com/X/y.git@v1#subdirectory=a
git+https://git.sr.ht/~x/y
https://github.com/x/y/archive/main.zip
https://example.com/redis.zip
boto3==1 \\
    --hash=sha256:00
`
    expect(read('requirements.txt', text)).toEqual([
      '4 required pkg:pypi/openai',
      '5 required pkg:pypi/sqlalchemy',
      '6 required pkg:pypi/redis',
      '7 required pkg:pypi/flask',
      '8 required pkg:github/x/y',
      '9 required pkg:generic/y',
      '10 required pkg:github/x/y',
      '12 required pkg:pypi/boto3',
    ])
  })

  it('what pip freeze prints names indirect dependencies, too; a shorter or unsorted list is written', () => {
    const names = Array.from(
      { length: 40 },
      (_, at) => `part-${String(at).padStart(2, '0')}==1.${at}`,
    )
    const kinds = (lines: readonly string[]) => [
      ...new Set(
        read('requirements.txt', `${lines.join('\n')}\n`).map((line) => line.split(' ')[1]),
      ),
    ]
    expect(kinds(names)).toEqual(['frozen'])
    expect(kinds(names.with(0, 'Part==1').with(1, 'part-00==1'))).toEqual(['frozen'])
    expect(kinds(names.slice(1))).toEqual(['required'])
    expect(kinds(names.toReversed())).toEqual(['required'])
    expect(kinds(names.with(5, 'part-05>=1'))).toEqual(['required'])
  })

  it('a compiled list marks the dependencies of other packages', () => {
    const text = `# This file was autogenerated by uv
litellm==1
    # via -r requirements/requirements.in
openai==2
    # via
    #   -c requirements/constraints.txt
    #   litellm
tokenizers==1  # via litellm
numpy==2
    # via
    #   -r requirements/requirements.in
    #   pandas
pandas==2
    # via
    #   chroma
    #   other
`
    expect(read('requirements/requirements.txt', text)).toEqual([
      '2 required pkg:pypi/litellm',
      '4 transitive pkg:pypi/openai',
      '8 transitive pkg:pypi/tokenizers',
      '9 required pkg:pypi/numpy',
      '13 transitive pkg:pypi/pandas',
    ])
  })

  it('the name of a list says whether it is for development', () => {
    expect(read('requirements-dev.txt', 'mlflow')).toEqual(['1 dev pkg:pypi/mlflow'])
    expect(read('requirements/test.requirements.in', 'mlflow')).toEqual(['1 dev pkg:pypi/mlflow'])
  })
})

it('Pipfile: packages and development packages', () => {
  const text = '[packages]\nflask = "*"\n\n[dev-packages]\nselenium = "*"\n'
  expect(read('Pipfile', text)).toEqual(['2 required pkg:pypi/flask', '5 dev pkg:pypi/selenium'])
})

it('go.mod: direct and indirect modules', () => {
  const text = `module github.com/acme/app

require github.com/lib/pq v1.10.9

require (
	github.com/redis/go-redis/v9 v9.5.1
	// github.com/nats-io/nats.go v1.0.0
	go.opentelemetry.io/otel v1.30.0 // indirect
)
replace (
	github.com/minio/minio-go/v7 v7.0.0 => ../minio
)
`
  expect(read('go.mod', text)).toEqual([
    '3 required pkg:golang/github.com/lib/pq',
    '6 required pkg:golang/github.com/redis/go-redis/v9',
    '8 transitive pkg:golang/go.opentelemetry.io/otel',
  ])
})

it('Cargo.toml: renamed, optional and target dependencies, and no crates of the same repository', () => {
  const text = `[dependencies]
tokio = "1"
db = { package = "tokio-postgres", version = "0.7" }
redis = { version = "1", optional = true }
core = { path = "../core" }
[dev-dependencies]
rusqlite = "1"
[target.'cfg(unix)'.dependencies]
rdkafka = "1"
[workspace.dependencies]
tauri = "2"
`
  expect(read('src-tauri/Cargo.toml', text)).toEqual([
    '2 required pkg:cargo/tokio',
    '3 required pkg:cargo/tokio-postgres',
    '4 optional pkg:cargo/redis',
    '7 dev pkg:cargo/rusqlite',
    '11 required pkg:cargo/tauri',
    '9 required pkg:cargo/rdkafka',
  ])
})

it('Gemfile: groups, without comments and gems of the same repository', () => {
  const text = `source 'https://rubygems.org'
gem 'rails', '~> 8'
# gem 'mongoid'
=begin
gem 'bunny'
=end
gem 'own', path: 'engines/own'
group :development, :test do
  gem "sqlite3"
  platforms :ruby do
    gem 'bullet'
  end
end
gem 'sidekiq'
gem 'selenium-webdriver', group: :test
`
  expect(read('Gemfile', text)).toEqual([
    '2 required pkg:gem/rails',
    '9 dev pkg:gem/sqlite3',
    '11 dev pkg:gem/bullet',
    '14 required pkg:gem/sidekiq',
    '15 dev pkg:gem/selenium-webdriver',
  ])
})

it('composer.json: packages, without PHP itself', () => {
  const text =
    '{"require": {\n"php": ">=8", "ext-json": "*",\n"Laravel/Framework": "^12"},\n"require-dev": {"a/b": "1"}}'
  expect(read('composer.json', text)).toEqual([
    '3 required pkg:composer/laravel/framework',
    '4 dev pkg:composer/a/b',
  ])
})

it('pyproject.toml: a Hatch hook that replaces the dependencies of the project', () => {
  const text = `[project]
dynamic = ["dependencies"]
[tool.hatch.metadata.hooks.uv-dynamic-versioning]
dependencies = [
    "opentelemetry-api>=1.28.0",
    "own-graph=={{ version }}",
]
[tool.hatch.metadata.hooks.uv-dynamic-versioning.optional-dependencies]
mcp = ["fastmcp-slim[client]>=3.3.0"]
`
  expect(read('slim/pyproject.toml', text)).toEqual([
    '5 required pkg:pypi/opentelemetry-api',
    '6 required pkg:pypi/own-graph',
    '9 optional pkg:pypi/fastmcp-slim',
  ])
})

it('pom.xml: scopes, without managed versions, exclusions, comments and plugins', () => {
  const text = `<project>
  <dependencyManagement><dependencies><dependency>
    <groupId>io.minio</groupId><artifactId>minio</artifactId>
  </dependency></dependencies></dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>org.postgresql</groupId>
      <artifactId>postgresql</artifactId>
      <exclusions><exclusion><groupId>a</groupId><artifactId>b</artifactId></exclusion></exclusions>
    </dependency>
    <!-- <dependency><groupId>redis.clients</groupId><artifactId>jedis</artifactId></dependency> -->
    <dependency><groupId>org.testcontainers</groupId><artifactId>kafka</artifactId><scope>test</scope></dependency>
    <dependency><groupId>\${project.groupId}</groupId><artifactId>own</artifactId></dependency>
  </dependencies>
  <build><plugins><plugin><dependencies><dependency>
    <groupId>p</groupId><artifactId>q</artifactId></dependency></dependencies></plugin></plugins></build>
</project>`
  expect(read('pom.xml', text)).toEqual([
    '8 required pkg:maven/org.postgresql/postgresql',
    '12 dev pkg:maven/org.testcontainers/kafka',
  ])
})

it('.NET: package references, without comments; private assets are for development', () => {
  const text = `<Project Sdk="Microsoft.NET.Sdk">
  <ItemGroup>
    <PackageReference Include="ModelContextProtocol" Version="0.4.0" />
    <!-- <PackageReference Include="Npgsql" Version="9.0.0" /> -->
    <PackageReference
      Include="Azure.Identity"><Version>1.13.1</Version></PackageReference>
    <PackageReference Include="Roslynator.Analyzers" PrivateAssets="all" />
    <PackageReference Include="coverlet"><PrivateAssets>all</PrivateAssets></PackageReference>
    <PackageReference Update="Newtonsoft.Json" Version="13.0.3" />
    <ProjectReference Include="../Core/Core.csproj" />
  </ItemGroup>
</Project>`
  expect(read('src/Gateway.csproj', text)).toEqual([
    '3 required pkg:nuget/modelcontextprotocol',
    '5 required pkg:nuget/azure.identity',
    '7 dev pkg:nuget/roslynator.analyzers',
    '8 dev pkg:nuget/coverlet',
  ])
  const versions = '<Project><PackageVersion Include="Npgsql" Version="9.0.0" /></Project>'
  expect(readManifest('Directory.Packages.props', versions).kind).toBe('no_manifest')
})

it('Gradle: both languages, both notations, and the version catalogue', () => {
  const text = `dependencies {
    implementation 'org.postgresql:postgresql:42.7.4'
    // implementation 'redis.clients:jedis:5'
    /* implementation 'io.nats:jnats:2' */
    implementation(platform("io.opentelemetry:opentelemetry-bom:1.4"))
    runtimeOnly group: 'com.mysql', name: 'mysql-connector-j', version: '9'
    testImplementation("org.seleniumhq.selenium:selenium-java:4")
    implementation(project(":core"))
    maven { url "https://repo.example" }
}`
  const found = [
    '2 required pkg:maven/org.postgresql/postgresql',
    '5 required pkg:maven/io.opentelemetry/opentelemetry-bom',
    '6 required pkg:maven/com.mysql/mysql-connector-j',
    '7 dev pkg:maven/org.seleniumhq.selenium/selenium-java',
  ]
  expect(read('app/build.gradle', text)).toEqual(found)
  expect(read('app/build.gradle.kts', text)).toEqual(found)
  const catalog = `[versions]
pg = "42"
[libraries]
pg = { module = "org.postgresql:postgresql", version.ref = "pg" }
kafka = { group = "org.apache.kafka", name = "kafka-clients", version = "4" }
plain = "io.minio:minio:8"
`
  expect(read('gradle/libs.versions.toml', catalog)).toEqual([
    '4 required pkg:maven/org.postgresql/postgresql',
    '5 required pkg:maven/org.apache.kafka/kafka-clients',
    '6 required pkg:maven/io.minio/minio',
  ])
})

describe('Dockerfile', () => {
  it('gives the images of its stages and the packages that its commands install', () => {
    const text = `# FROM redis
ARG NODE=node:24
FROM --platform=linux/amd64 \${NODE}-slim AS build
RUN npm ci && npm install -g @anthropic-ai/claude-code
FROM python:3.13 as app
RUN apt-get update && apt-get -y install --no-install-recommends \\
    curl \\
    # the videos
    ffmpeg=7:* && \\
    rm -rf /var/lib/apt; echo tesseract-ocr
RUN pip install --no-cache-dir "litellm[proxy]==1" && python -m redis
RUN pip install git+https://github.com/openai/whisper && npm i github:x/y && npm i next@16
RUN git clone --depth 1 https://github.com/SearXNG/searxng.git /srv && git clone git@acme.test:a/b
FROM app
COPY --from=build /a /b
`
    expect(read('docker/Dockerfile.prod', text)).toEqual([
      '3 build_image pkg:docker/node',
      '4 required pkg:npm/%40anthropic-ai/claude-code',
      '5 build_image pkg:docker/python',
      '7 system pkg:deb/debian/curl',
      '9 system pkg:deb/debian/ffmpeg',
      '11 required pkg:pypi/litellm',
      '12 required pkg:github/openai/whisper',
      '12 required pkg:github/x/y',
      '12 required pkg:npm/next',
      '13 system pkg:github/searxng/searxng',
    ])
  })

  it('gives the kind `image` to the last stage only', () => {
    const text = 'FROM node AS build\nFROM nginx:alpine\nRUN apk add --no-cache tesseract-ocr\n'
    expect(read('web.Dockerfile', text)).toEqual([
      '1 build_image pkg:docker/node',
      '2 image pkg:docker/nginx',
      '3 system pkg:deb/debian/tesseract-ocr',
    ])
  })

  it.each([
    ['ARG BASE\nFROM ${BASE}\nFROM scratch', ['2 ? variable']],
    ['ARG A=16 B=postgres\nFROM $B:$A', ['2 image pkg:docker/postgres']],
    ['ARG R=docker.io\nARG I=${R}/library/redis\nFROM ${I}:7', ['3 image pkg:docker/redis']],
    ['ARG V\nFROM python:3${V:+-$V}@sha256:ab', ['2 image pkg:docker/python']],
    ['FROM x\nARG I=redis\nFROM $I', ['1 build_image pkg:docker/x', '3 ? variable']],
    ['FROM {{ image }}', ['1 ? not_understood']],
    [
      'FROM node AS build-arm64\nFROM build-${TARGETARCH}\nFROM other-${TARGETARCH}',
      ['1 build_image pkg:docker/node', '3 ? variable'],
    ],
  ])('resolves variables in %j', (text, found) => {
    expect(read('Dockerfile', text)).toEqual(found)
  })

  it.each([
    ['<<EOF\npip install a # b\nEOF', ['2 required pkg:pypi/a']],
    [
      'bash -ex <<-"X"\n\tpip install a \\\n\t b\n\tX',
      ['2 required pkg:pypi/a', '3 required pkg:pypi/b'],
    ],
    ['python3 <<EOF\nFROM = 1\npip install a\nEOF', []],
    ['cat <<EOF > /x\npip install a\nEOF', []],
    ['<<EOF\n#!/usr/bin/env python3\npip install a\nEOF', []],
    ['a\nCOPY <<A <<B /x/\nFROM redis\nA\nRUN pip install b\nB\n', []],
    ['["pip", "install", \\\n "a>=1"]', ['2 required pkg:pypi/a']],
    ['["bash", "-lc", "pip install \\"a>=1\\""]', ['1 required pkg:pypi/a']],
    ['[ -f x ] && sh -c "pip install a"', ['1 required pkg:pypi/a']],
    ['pip install -qr r.txt -c c.txt --no-binary x a', ['1 required pkg:pypi/a']],
    ['pip install ./x a.whl b.tar.gz r.txt', []],
    ['pip install a # not b \\\n c', ['1 required pkg:pypi/a']],
    ['a&&pip install b;(npm i c)|d', ['1 required pkg:pypi/b', '1 required pkg:npm/c']],
    ['pip install a > /log 2>&1', ['1 required pkg:pypi/a']],
    ['pip install $A b==$B', ['1 required pkg:pypi/b', '1 ? variable']],
    [
      'apt-get install -t x-backports h-$(uname -r) a',
      ['1 system pkg:deb/debian/a', '1 ? variable'],
    ],
    ['apk add -t .x a~=1', ['1 system pkg:deb/debian/a']],
    ['npm --prefix x i a@npm:b@1 ./c d.tgz', ['1 required pkg:npm/b']],
    ['echo pip install a', []],
    ['pnpm add -g --dir x a@1 && bun add -g b', ['1 required pkg:npm/a', '1 required pkg:npm/b']],
    ['gem install -v 1 a b:2', ['1 required pkg:gem/a', '1 required pkg:gem/b']],
    ['cargo install --path . --locked a@1', ['1 system pkg:cargo/a']],
    ['go install -tags x a.b/c/d@v1 ./cmd e', ['1 system pkg:golang/a.b/c/d']],
    ['git clone --branch "$X" --depth=1 https://github.com/a/b', ['1 system pkg:github/a/b']],
  ])('reads the command %j', (command, found) => {
    expect(read('Dockerfile', `RUN ${command}`)).toEqual(found)
  })

  it('names the images that it copies from, without stages and contexts', () => {
    const text = 'FROM a AS b\nCOPY --from=x/y:1 / /\nFROM c\nCOPY --from=b / /\n'
    expect(read('Dockerfile', `${text}COPY --from=x/z / /\nCOPY --from=d / /\nCOPY e /`)).toEqual([
      '1 build_image pkg:docker/a',
      '2 build_image pkg:docker/x/y',
      '3 image pkg:docker/c',
      '5 image pkg:docker/x/z',
    ])
  })

  it('knows another escape character', () => {
    const text = '# escape=`\nFROM a\nRUN pip install `\n  b\n'
    expect(read('Dockerfile', text)).toEqual(['2 image pkg:docker/a', '4 required pkg:pypi/b'])
  })
})

it.each([
  ['x: &i redis:7\nservices:\n  a:\n    image: *i', ['4 image pkg:docker/redis']],
  [
    'x: &s\n  image: redis\nservices:\n  a: {<<: *s}\n  b: {<<: [*s]}',
    ['2 image pkg:docker/redis'],
  ],
  ['services: {a: {image: "redis:7"}}', ['1 image pkg:docker/redis']],
  ['services:\n  a:\n    image: !override >-\n      redis', ['3 image pkg:docker/redis']],
  ['services:\n  a:\n    image: ${A:-${B:-redis}}:${T:?set}', ['3 image pkg:docker/redis']],
  ['services:\n  a:\n    image: registry-1.docker.io/library/redis', ['3 image pkg:docker/redis']],
  ['services:\n  a:\n    labels: {image: redis}\n    environment:\n      image: redis', []],
  [
    'services:\n  a:\n    image: ${A}/b\n  c:\n    image: [d]',
    ['3 ? variable', '5 ? not_understood'],
  ],
  ['services:\n  {% if a %}\n  a:\n    image: {{ b }}\n  {% endif %}', ['4 ? variable']],
])('Compose, as YAML: %j', (text, found) => {
  expect(read('compose.yaml', text)).toEqual(found)
})

it('Compose: YAML that is none is broken, with the line', () => {
  expect(readManifest('compose.yaml', 'a: 1\nb: *c')).toMatchObject({
    reason: 'Unknown alias *c in line 2',
  })
})

it('Compose: images, with defaults of variables, without comments and texts', () => {
  const text = `services:
  db:
    image: &pg "postgres:16" # the store
  # cache:
  #   image: redis
  vector:
    image: \${VECTOR_IMAGE:-qdrant/qdrant}:\${TAG:-latest}
  web:
    build: .
    image: minio/minio
    command: |
      image: minio/minio
    environment:
      - image=neo4j
`
  expect(read('docker-compose.dev.yml', text)).toEqual([
    '3 image pkg:docker/postgres',
    '7 image pkg:docker/qdrant/qdrant',
  ])
})

it('charts: their dependencies, and the images of their values', () => {
  const chart = `name: app
version: 1
maintainers:
  - name: ada
dependencies:
  - name: postgresql
    repository: https://charts.bitnami.com/bitnami
  - version: 1.2.3
    name: redis
`
  expect(read('helm/Chart.yaml', chart)).toEqual([
    '6 chart pkg:helm/postgresql',
    '9 chart pkg:helm/redis',
  ])
  const values = `image:
  registry: ghcr.io
  repository: berriai/litellm
  tag: "1"
worker:
  image: {{ .Values.image }}
cache:
  image: redis:7
`
  expect(read('helm/values.yaml', values)).toEqual([
    '3 image pkg:docker/berriai/litellm?repository_url=ghcr.io',
    '8 image pkg:docker/redis',
    '6 ? variable',
  ])
})

it('Prisma schema: the provider of its data source, without comments', () => {
  const text = `generator client {
  provider = "prisma-client-js"
}
// datasource db {
//   provider = "mongodb"
// }
datasource db {
  provider = "postgresql"
}
`
  expect(read('prisma/schema.prisma', text)).toEqual([
    '8 marker file:schema.prisma#provider=postgresql',
  ])
})

it.each([
  ['https://ui.shadcn.com/schema.json', 'ui.shadcn.com'],
  ['https://shadcn-vue.com/schema.json', 'shadcn-vue.com'],
])('components.json with the schema %s is of %s', (schema, host) => {
  const text = JSON.stringify({ style: 'new', $schema: schema }, null, 2)
  expect(read('web/components.json', text)).toEqual([
    `3 marker file:components.json#$schema=${host}`,
  ])
})

describe('other files', () => {
  it.each(['package-lock.json', 'pnpm-lock.yaml', 'uv.lock', 'go.sum', 'a/Gemfile.lock'])(
    'the lock file %s counts for nothing but its name',
    (path) => {
      expect(isLockFile(path)).toBe(true)
      expect(isManifest(path)).toBe(false)
      expect(readManifest(path, 'anything')).toMatchObject({ kind: 'lock' })
    },
  )

  it('are no manifests, and have their name as marker', () => {
    expect(readManifest('deploy/fly.toml', 'app = "x"')).toEqual({
      kind: 'no_manifest',
      marker: 'fly.toml',
    })
    expect(isManifest('src/dockerfile.ts')).toBe(false)
    expect(isManifest('requirements/readme.txt')).toBe(false)
    for (const path of [
      'requirements/a.txt',
      'Requirements.txt',
      'dockerfile',
      'gems.rb',
      'My App.csproj',
      'a\\deno.jsonc',
    ])
      expect(isManifest(path), path).toBe(true)
    expect(markerOf('docker-compose.dev.yml')).toBe('compose.yaml')
    expect(markerOf('requirements-dev.txt')).toBe('requirements.txt')
  })

  it.each([
    ['package.json', '{"dependencies": '],
    ['pyproject.toml', '[project\n'],
    ['package.json', ''],
  ])('a broken %s is said to be one, with the reason', (path, text) => {
    expect(readManifest(path, text)).toMatchObject({
      kind: 'broken',
      reason: expect.stringMatching(/\S/) as string,
    })
  })

  it.each(['package.json', 'composer.json', 'components.json', 'pyproject.toml', 'Cargo.toml'])(
    'a %s that holds something else names nothing',
    (path) => {
      const odd = path.endsWith('.json')
        ? '{"dependencies": ["a"], "require": 1, "engines": null, "$schema": 7}'
        : 'dependencies = 3\nproject = "x"\n[tool]\npoetry = 1\n[target]\na = 1'
      expect(readManifest(path, odd)).toMatchObject({ kind: 'read', findings: [] })
    },
  )
})
