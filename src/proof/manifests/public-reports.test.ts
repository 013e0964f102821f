import { expect, it } from 'vitest'
import { manifestLines as read } from '#testing/manifest-lines.ts'

it.each([
  '../a',
  './a',
  '.',
  '..\\a',
  '/srv/a',
  '~/a',
  'C:\\a',
  'vendor/a.tgz',
  'a.tar.gz',
  'https://example.com/a.tgz',
  'jsr:^4',
  'jsr:@acme/a@1',
  'exec:./a.js',
  'gitlab:acme/a',
  'portal:../a',
])('package.json: %s is not the public package', (version) => {
  const text = JSON.stringify({ dependencies: { openai: version } })
  expect(read('package.json', text)).toEqual([])
})

it.each([
  ['acme/tool#v1', 'pkg:github/acme/tool'],
  ['git@github.com:acme/tool.git', 'pkg:github/acme/tool'],
  ['git+ssh://git@example.com/acme/tool.git', 'pkg:generic/tool'],
  ['npm:openai@^4', 'pkg:npm/openai'],
  ['npm:@acme/tool', 'pkg:npm/%40acme/tool'],
  ['npm:^16', 'pkg:npm/a'],
  ['npm:7zip-bin@5', 'pkg:npm/7zip-bin'],
  ['patch:a@npm%3A1#./a.patch', 'pkg:npm/a'],
])('package.json: %s is %s', (version, named) => {
  const text = JSON.stringify({ dependencies: { a: version } })
  expect(read('package.json', text)).toEqual([`1 required ${named}`])
})

it('deno.json may have comments and final commas', () => {
  const text = `{
  // "redis": "npm:redis"
  "imports": { /* of npm */
    "next": "npm:/next@16/", // "npm:a"
    "url": "https://example.com//a",
    "std": "jsr:@std/path",
    "openai": "npm:openai",
  },
}`
  expect(read('deno.json', text)).toEqual(['4 required pkg:npm/next', '7 required pkg:npm/openai'])
})

it('Gemfile: groups and paths in all spellings', () => {
  const text = `gem 'a', :group => :test
gem 'b', :group => [:test, :development], :require => false
gem 'c', groups: %i[test]
gem 'd', group: 'test' unless ENV['production'] # no end
gem 'e',
  '~> 3', # versions
  "group": :test
group(:test) { gem 'f' }
group :development, :production do
  gem('g')
end
gem 'h', path:'h'
gem 'i', :path => 'i'
path 'engines' do
  if ENV['A'] == 'do'
    gem 'j'
  end
end
text = <<~EOS
  gem 'k'
  group :test do
EOS
gem 'l'; gem "m-#{'end'}"
%w[n o].each do |name|
  gem name
end
gem 'p'
__END__
gem 'q'
`
  expect(read('Gemfile', text)).toEqual([
    '1 dev pkg:gem/a',
    '2 dev pkg:gem/b',
    '3 dev pkg:gem/c',
    '4 dev pkg:gem/d',
    '5 dev pkg:gem/e',
    '8 dev pkg:gem/f',
    '10 required pkg:gem/g',
    '23 required pkg:gem/l',
    '27 required pkg:gem/p',
    '23 ? variable',
    '25 ? variable',
  ])
})

it('Gradle: strings before braces and comments, and every string of a call', () => {
  const text = `buildscript { dependencies { classpath 'a:plugin:1' } }
android { packagingOptions { exclude 'META-INF/*' } }
dependencies {
    implementation "a:b:\${rootProject.extra["x"]}"
    api 'a:c:1', 'a:d:1' // 'a:no:1'
    "implementation"("a:e:1") { because("not b:no:1"); exclude(group = "b", module = "no") }
    add("implementation", "a:f:1")
    implementation(
        platform('a:g:1'),
        /* 'a:no:1' */ enforcedPlatform('a:h:1'),
    )
    implementation([group: 'a', name: 'i'], [group: 'a', name: 'j'])
    implementation("a", "k", "1")
    implementation("a:l:" + version)
    implementation project(':a:no'), files("\${libs}/no.jar"), npm("react", "18")
    implementation name: 'no', ext: 'aar'
    implementation "a:m_\${scala}:1"
    implementation("a:n_" + scala)
    constraints { implementation("a:no:1") }
}
kotlin { sourceSets { val commonTest by getting { dependencies { implementation("a:o:1") } } } }
jacoco { excludes = ['**/generated/**'] }
`
  const found = [
    '1 build pkg:maven/a/plugin',
    ...'4b 5c 5d 6e 7f 9g 10h 12i 12j 13k 14l'.split(' ').map((each) => {
      const name = each.slice(-1)
      return `${each.slice(0, -1)} required pkg:maven/a/${name}`
    }),
    '21 dev pkg:maven/a/o',
    '17 ? variable',
    '18 ? variable',
  ]
  expect(read('build.gradle', text)).toEqual(found)
})

it('setup.py: variables, tables and sums of lists, without comments and what calls return', () => {
  const text = `"""install_requires=["no"]"""
# install_requires=["no"]
base = ["a>=1",  # "no"
        'b; python_version > "3"']
extras = {"test": ["c"], "all": base + ["d"] + read(["no"])}
config = {"install_requires": [*base, "e"]}
setup(extras_require=extras, install_requires=parse("no.txt"), **config)
setup(install_requires=[line for line in open("no.txt")])
`
  expect(read('setup.py', text)).toEqual([
    '6 required pkg:pypi/e',
    '3 required pkg:pypi/a',
    '4 required pkg:pypi/b',
    '5 dev pkg:pypi/c',
    '5 optional pkg:pypi/d',
    '7 ? not_understood',
    '8 ? not_understood',
    '5 ? not_understood',
  ])
})

it('setup.cfg: a list on one line, and no keys of other sections', () => {
  const text = `[options]
install_requires = a; b
[options.extras_require]
pg = psycopg
[tool:pytest]
testpaths = redis
`
  expect(read('setup.cfg', text)).toEqual([
    '2 required pkg:pypi/a',
    '2 required pkg:pypi/b',
    '4 optional pkg:pypi/psycopg',
  ])
})

it('requirements: no archives, folders and files', () => {
  const text = `acme-1.0-py3-none-any.whl
mypkg.tar.gz[x]
-e src
-e file:./redis#egg=redis
redis @ file:///srv/redis
redis @ ../redis
git+file:///srv/redis#egg=redis
--editable=git+https://github.com/acme/tool
flask@ git+https://github.com/pallets/flask
`
  expect(read('requirements.txt', text)).toEqual([
    '8 required pkg:github/acme/tool',
    '9 required pkg:pypi/flask',
  ])
})

it('pyproject.toml: Hatch, Flit and Pixi; local sources and the project itself are no packages', () => {
  const text = `[project]
name = "acme"
dependencies = ["redis"]
[project.optional-dependencies]
all = ["acme[pg]", "psycopg"]
[tool.uv.sources]
redis = [{ path = "../redis", marker = "sys_platform == 'linux'" }]
[tool.hatch.envs.test]
extra-dependencies = ["selenium"]
[tool.flit.metadata]
requires = ["flask"]
[tool.pixi.pypi-dependencies]
openai = ">=1"
local = { path = "." }
[tool.pixi.dependencies]
python = "3"
numpy = "*"
[tool.setuptools.dynamic]
dependencies = { file = ["deps.txt"] }
`
  expect(read('pyproject.toml', text)).toEqual([
    '5 optional pkg:pypi/psycopg',
    '9 dev pkg:pypi/selenium',
    '11 required pkg:pypi/flask',
    '13 required pkg:pypi/openai',
    '17 ? not_understood',
    '19 ? not_understood',
  ])
  const pipfile = '[docs]\nsphinx = "*"\n[backend]\nredis = "*"\n[requires]\npython_version = "3"\n'
  expect(read('Pipfile', pipfile)).toEqual(['2 dev pkg:pypi/sphinx', '4 optional pkg:pypi/redis'])
})

it('Cargo.toml: crates of the workspace and of other registries are named elsewhere', () => {
  const text = `[dependencies]
db.workspace = true
core = { path = "../core", version = "1" }
own = { version = "1", registry = "acme" }
redis = { git = "https://github.com/redis-rs/redis-rs" }
`
  expect(read('Cargo.toml', text)).toEqual(['5 required pkg:cargo/redis'])
})

it('pom.xml: properties of the file, and what Maven sets', () => {
  const text = `<project>
<properties><db.group>org.\${db}</db.group><db>postgresql</db></properties>
<dependencies>
<dependency a="b"><groupId>\${db.group}</groupId><artifactId><![CDATA[postgresql]]></artifactId></dependency>
<dependency><groupId>\${project.groupId}</groupId><artifactId>own</artifactId></dependency>
<dependency><groupId>\${other}</groupId><artifactId>a</artifactId></dependency>
</dependencies>
</project>`
  expect(read('pom.xml', text)).toEqual([
    '4 required pkg:maven/org.postgresql/postgresql',
    '6 ? variable',
  ])
})

it('.NET: several names, and marks within attributes', () => {
  const text = `<Project>
<PackageReference Include='Npgsql; Dapper' Condition="'$(Level)' > '1'" />
<PackageReference Include="$(Name)"/>
</Project>`
  expect(read('a.csproj', text)).toEqual([
    '2 required pkg:nuget/npgsql',
    '2 required pkg:nuget/dapper',
    '3 ? variable',
  ])
})

it('go.mod: quoted paths, and no modules that a folder replaces', () => {
  const text = `require \`a.example/a\` v1.0.0
require(
	"a.example/b" v1.0.0 // indirect
	a.example/c v1.0.0
	a.example/d v1.0.0
)
replace a.example/c => ./c
replace (
	a.example/d v1.0.0 => ../d
	a.example/a => a.example/fork v1.0.0
)
`
  expect(read('go.mod', text)).toEqual([
    '1 required pkg:golang/a.example/a',
    '3 transitive pkg:golang/a.example/b',
  ])
})

it('a project of Maven and its parent have artifacts of their own', () => {
  const own = '<parent><artifactId>up</artifactId></parent><artifactId>acme</artifactId>'
  const one =
    '<dependency><groupId>redis.clients</groupId><artifactId>jedis</artifactId></dependency>'
  expect(
    read('pom.xml', `<project>${own}<dependencies>\n${one}\n</dependencies></project>`),
  ).toEqual(['2 required pkg:maven/redis.clients/jedis'])
})

it.each([
  ['a registry beside no repository', 'image:\n  registry: docker.io\n  tag: 1\n', []],
  [
    'a registry beside an image',
    'image: acme/redis:8\nregistry: ghcr.io\n',
    ['1 image pkg:docker/acme/redis?repository_url=ghcr.io'],
  ],
  ['a repository beside a name', 'registry: docker.io\nrepository: library\nname: redis\n', []],
])('values of a chart with %s', (_, text, found) => {
  expect(read('chart/values.yaml', text)).toEqual(found)
})

it('a folder that pip installs is no package', () => {
  const run =
    'FROM python:3\nRUN pip install -e builder && uv pip install --editable jockey redis\n'
  expect(read('Dockerfile', run)).toEqual([
    '1 image pkg:docker/python',
    '2 required pkg:pypi/redis',
  ])
})

it('a frozen list may have comments, addresses and a bare line', () => {
  const pins = Array.from(
    { length: 60 },
    (_, n) => `p${String(n).padStart(2, '0')}==1 ; python_version > "3"`,
  )
  const text = [
    '# Generated from a lock file',
    ...pins,
    '-e git+https://a.example/b#egg=b',
    'zz',
  ].join('\n')
  expect(read('requirements.txt', text)[0]).toBe('2 frozen pkg:pypi/p00')
  expect(read('requirements.txt', pins.slice(0, 20).join('\n'))[0]).toBe('1 required pkg:pypi/p00')
})
