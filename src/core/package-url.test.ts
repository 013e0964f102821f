import { describe, expect, it } from 'vitest'
import { imageUrl, isPackageKey, packageKey, packageName, packageUrl } from './package-url.ts'

describe('packageKey', () => {
  it.each([
    ['pkg:npm/next@16.0.1', 'pkg:npm/next'],
    ['pkg:npm/@ai-sdk/openai@2.0.0', 'pkg:npm/%40ai-sdk/openai'],
    ['pkg:npm/%40ai-sdk/openai', 'pkg:npm/%40ai-sdk/openai'],
    ['pkg:pypi/Discord.py', 'pkg:pypi/discord-py'],
    ['pkg:pypi/google_cloud_storage@1', 'pkg:pypi/google-cloud-storage'],
    [
      'pkg:golang/github.com/Azure/azure-sdk-for-go#sdk',
      'pkg:golang/github.com/azure/azure-sdk-for-go',
    ],
    ['pkg:maven/org.postgresql/postgresql@42?type=jar', 'pkg:maven/org.postgresql/postgresql'],
    ['pkg:docker/x/y@sha256:abc?repository_url=ghcr.io', 'pkg:docker/x/y?repository_url=ghcr.io'],
    ['  PKG://npm/react  ', 'pkg:npm/react'],
    ['pkg:npm//@ai-sdk/openai//?a=b#c?d', 'pkg:npm/%40ai-sdk/openai'],
    ['pkg:npm/%40ai-sdk%2Fopenai@1', 'pkg:npm/%40ai-sdk/openai'],
    ['pkg:docker/library/postgres@16', 'pkg:docker/postgres'],
    ['pkg:docker/postgres?repository_url=https://index.docker.io/', 'pkg:docker/postgres'],
    ['pkg:docker/library/redis?repository_url=registry-1.docker.io', 'pkg:docker/redis'],
    ['pkg:docker/ghcr.io/x/y', 'pkg:docker/x/y?repository_url=ghcr.io'],
    ['pkg:oci/redis@sha256:a?repository_url=docker.io%2Flibrary%2Fredis', 'pkg:docker/redis'],
    ['pkg:oci/redis', 'pkg:oci/redis'],
  ])('%s is %s', (purl, key) => expect(packageKey(purl)).toBe(key))

  it.each([
    'next',
    'pkg:npm',
    'pkg:npm/',
    'pkg:/next',
    'https://npm.im/next',
    'pkg:npm/%zz',
    'pkg:npm/@4.17.21',
    'pkg:npm/%40ai-sdk/',
    'pkg:npm/@ai-sdk/@1',
    'pkg:npm/\ud800',
  ])('%s is no package URL', (purl) => expect(packageKey(purl)).toBeUndefined())
})

it('a package URL of a tool is of a known type and written as it is compared', () => {
  expect(isPackageKey('pkg:npm/%40ai-sdk/openai')).toBe(true)
  expect(isPackageKey('pkg:npm/@ai-sdk/openai')).toBe(false)
  expect(isPackageKey('pkg:pypi/SQLAlchemy')).toBe(false)
  expect(isPackageKey('pkg:npm/next@16')).toBe(false)
  expect(isPackageKey('pkg:swift/next')).toBe(false)
})

it('a name that a registry folds is folded', () => {
  expect(packageUrl('pypi', 'Flask_SQLAlchemy')).toBe('pkg:pypi/flask-sqlalchemy')
  expect(packageUrl('gem', 'RedCloth')).toBe('pkg:gem/RedCloth')
})

it('the name of a package is what commands call it', () => {
  expect(packageName('pkg:npm/%40acme/code@2.0.0')).toEqual({ type: 'npm', name: '@acme/code' })
  const image = 'pkg:docker/acme/app@1?repository_url=ghcr.io'
  expect(packageName(image)).toEqual({ type: 'docker', name: 'ghcr.io/acme/app' })
  expect(packageName('pkg:npm/%')).toBeUndefined()
  expect(packageName('npm/acme')).toBeUndefined()
})

describe('imageUrl', () => {
  it.each([
    ['postgres', 'pkg:docker/postgres'],
    ['postgres:16-alpine', 'pkg:docker/postgres'],
    ['docker.io/library/redis:7', 'pkg:docker/redis'],
    ['pgvector/pgvector:pg16@sha256:00ff', 'pkg:docker/pgvector/pgvector'],
    ['ghcr.io/berriai/litellm:main', 'pkg:docker/berriai/litellm?repository_url=ghcr.io'],
    ['localhost:5000/mine', 'pkg:docker/mine?repository_url=localhost:5000'],
  ])('%s is %s', (reference, purl) => expect(imageUrl(reference)).toBe(purl))

  it('a reference that a variable makes up has none', () => {
    expect(imageUrl('${REGISTRY}/postgres:16')).toBeUndefined()
    expect(imageUrl('{{ .Values.image }}')).toBeUndefined()
  })
})
