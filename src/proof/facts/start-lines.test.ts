import { describe, expect, it } from 'vitest'
import { growthBeyondLinear } from '#testing/growth.ts'
import type { Subject } from './subject.ts'
import { startFacts } from './start-lines.ts'

const acme: Subject = {
  names: ['acme-code', 'Acme Code'],
  owner: 'acme-inc',
  domain: 'acme.example',
  isWhole: true,
}
const section = (heading: string, ...lines: string[]) =>
  ['# Acme Code', 'About it.', heading, '```sh', ...lines, '```'].join('\n')
const found = (readme: string) =>
  startFacts(readme, acme).map(({ value, line }) => `${value} :${line}`)

describe('the first command of a README', () => {
  it.each([
    [
      'names the product',
      'brew install node',
      'brew install acme-code',
      'brew install acme-code :6',
    ],
    [
      'or its owner',
      'git status',
      'docker run -p 80:80 acme-inc/app',
      'docker run -p 80:80 acme-inc/app :6',
    ],
    ['or starts its Compose file', 'cd acme', 'docker compose up -d', 'docker compose up -d :6'],
    [
      'has no prompt and no comment',
      '',
      '$ npx acme-code@latest # try it',
      'npx acme-code@latest :6',
    ],
    ['is one line', 'docker run \\', '  acme/acme-code', 'docker run acme/acme-code :5'],
    [
      'clones the repository if nothing else',
      'git clone https://github.com/acme-inc/acme-code',
      '',
      'git clone https://github.com/acme-inc/acme-code :5',
    ],
    [
      'does so last',
      'git clone https://github.com/acme-inc/x',
      'uvx acme-code',
      'uvx acme-code :6',
    ],
  ])('%s', (_, first, second, expected) => {
    expect(found(section('## Quick start', first, second))).toEqual([expected])
  })

  it.each([
    'npm install react',
    'docker run --name acme-code-db postgres',
    'docker compose up -d redis',
    'pip install -e ./acme-code',
    'npx skills add acme-inc/skills',
    'curl https://acme.example/acme-code',
    'npm install acme-code # as a library',
    'npx acme-code; rm -rf acme',
    'npx acme-code && other',
    'npx acme-code $(id)',
    'npx acme-code > file',
    `npx acme-code ${'x'.repeat(120)}`,
  ])('is not %s', (line) => {
    expect(found(section('## Install', line))).toEqual([])
  })

  it('is in a section that says how to start, for those who use the product', () => {
    const command = 'npx acme-code'
    expect(found(section('## Features', command))).toEqual([])
    expect(found(section('## Install\n### From source', command))).toEqual([])
    expect(found(section('# Install\n### With npm', command))).toEqual([`${command} :6`])
    expect(found(section('<h2 align="center">Getting started</h2>', command))).toHaveLength(1)
    expect(found(`# Install Acme\n\`\`\`\n${command}\n\`\`\``)).toEqual([])
  })

  it('is in a block of commands, also of a quotation', () => {
    expect(found('# A\n## Install\n```python\nnpx acme-code\n```')).toEqual([])
    expect(found('# A\n## Install\n> ```\n> npx acme-code\n> ```')).toEqual(['npx acme-code :4'])
    expect(found('# A\n## Install\nnpx acme-code')).toEqual([])
  })

  it('is found in time that grows with the length alone', () => {
    for (const unit of ['## Install\n```\n', 'npx acme-code \\\n', '# ', '> ', 'npx acme-code '])
      expect(
        growthBeyondLinear(
          (size) => `# A\n## Install\n\`\`\`\n${unit.repeat(size / 8)}`,
          found,
          100_000,
        ),
      ).toBe(undefined)
  })
})
