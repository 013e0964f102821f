import { describe, expect, it } from 'vitest'
import { noPackages } from '#core/tool-packages.ts'
import { checkListing } from './check-listing.ts'
import { importPattern } from './import-pattern.ts'
import { licenceOf } from './repositories/repository-read.ts'

const tools = ['redis', 'openai'].map((slug) => ({
  slug,
  category: slug,
  ...noPackages,
  packages: [`pkg:pypi/${slug}`],
}))
const files = [{ path: 'requirements.txt', text: 'openai' }]
const listing = { slug: 'acme', tools: ['redis'] }

it('a listing is held against its files, and suggestions against what imports them', async () => {
  const asked: string[] = []
  const importedBy = (paths: string[]) => async (pattern: string) => {
    asked.push(pattern)
    return paths
  }
  const used = await checkListing(
    tools,
    listing,
    { files },
    importedBy(['src/run.py', 'src/ask.py']),
  )
  expect(used.tools).toMatchObject([{ slug: 'redis', state: 'not_found' }])
  expect(used.suggestions).toMatchObject([{ proof: { tool: 'openai' }, doubt: undefined }])
  const adapted = importedBy(['src/providers/openai.py'])
  expect((await checkListing(tools, listing, { files }, adapted)).suggestions).toMatchObject([
    { proof: { tool: 'openai' }, doubt: 'adapter' },
  ])
  expect(asked).toEqual(Array(2).fill(importPattern('pkg:pypi/openai')))
})

describe('importPattern', () => {
  it.each([
    ['pkg:npm/%40ai-sdk/openai', "import { openai } from '@ai-sdk/openai'", true],
    ['pkg:npm/next', "const x = require('next/server')", true],
    ['pkg:npm/next', "import x from 'next-auth'", false],
    ['pkg:npm/discord.js', "import x from 'discordxjs'", false],
    ['pkg:pypi/langchain-openai', 'from langchain_openai import ChatOpenAI', true],
    ['pkg:pypi/openai', 'import openai_agents', false],
    ['pkg:pypi/beautifulsoup4', 'from bs4 import BeautifulSoup', true],
    ['pkg:pypi/faiss-cpu', 'import faiss', true],
    ['pkg:pypi/pygithub', 'from github import Github', true],
    ['pkg:pypi/google-genai', 'from google import genai', true],
    ['pkg:pypi/google-genai', 'from google import auth', false],
    ['pkg:pypi/pydantic-ai', 'import pydantic', false],
    ['pkg:golang/github.com/lib/pq', '\t_ "github.com/lib/pq"', true],
    ['pkg:cargo/opentelemetry', 'use opentelemetry::trace::TracerProvider as _;', true],
    ['pkg:cargo/aws-sdk-s3', '    let client = aws_sdk_s3::Client::new(&config);', true],
    ['pkg:cargo/sentry', '    let _guard = tower::sentry::init();', false],
    ['pkg:cargo/opentelemetry', 'use opentelemetry_sdk::Resource;', false],
    ['pkg:cargo/rmcp', 'use rmcp as protocol;', true],
    ['pkg:cargo/sentry', '    let _guard = ::sentry::init();', true],
    ['pkg:cargo/sentry', 'pub(crate) use sentry as errors;', true],
  ])('of %s in %j is %s', (purl, line, isImport) => {
    expect(new RegExp(importPattern(purl)!).test(line)).toBe(isImport)
  })

  it('is none where a name does not tell its module', () => {
    expect(importPattern('pkg:maven/a/b')).toBeUndefined()
    expect(importPattern('file:go.mod')).toBeUndefined()
  })
})

it.each([
  ['MIT License\n\nPermission is hereby granted, free of charge, to any person', 'MIT'],
  ['Apache License\n   Version 2.0, January 2004', 'Apache-2.0'],
  ['GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3', 'AGPL-3.0'],
  ['Parts: Permission is hereby granted, free of charge. Others: Elastic License 2.0', null],
  ['All rights reserved.', null],
  ['"Commons Clause" License Condition v1.0\n\nPermission is hereby granted, free of charge', null],
  [
    '# Functional Source License, Version 1.1, MIT\n\nPermission is hereby granted, free of charge',
    null,
  ],
])('the licence %j is %s', (text, id) => expect(licenceOf(text)).toBe(id))
