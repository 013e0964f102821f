import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { listMigrations, migrationFolder } from './schema-version.ts'

const read = (name: string) => readFile(new URL(`${name}.sql`, migrationFolder), 'utf8')

/** Each migration that has landed, with the SHA-256 of its file. A new one gets a line here. */
const landed: Record<string, string> = {
  '0031_baseline': '17504dd62d813c59f09591d65946b704bae44026f98787e1754461697662082f',
  '0032_one_index': '7168706cd847adc5ce2af8319c71b566f023261152240b2bb773c19c38562011',
  '0033_catalog_days': '9344cb3f685d129343685c8b2cc6d700a25bf344626f8388a50a110af972a810',
  '0034_stack_history': '1ca682ccc8148a86029ab78a82fa479f0dfefacd8a4173798642cfbb8b9ffadc',
  '0035_lifecycle': 'd0f5abf7bb03fb1ac86b6f4e1c88c966b8234dd90cb54c28d3dc78d798bbff37',
  '0036_facts': 'f7305d6e0872f6538c33cd4629d9896244a4176c93ced5adb3c8f6b93264586e',
  '0037_reading': '42f5ca1d6e6046d92dd871d4489841c578dfac478fc411e085c0741d452ad8a5',
  '0038_claims': 'cec3f7c66917863ad7b5a30f8c7db9495f3bc36429dc10c77b0708c5388804ad',
  '0039_reports': '6959352367384016cb42f09e559332a32e3671c210ba68afa4c769ab77223179',
  '0040_editors': '7daaeebe7afd72362e3a47bae699ef3f956d91a1e24d61af3a5a4d01d2b4f67d',
  '0041_taken_back': '04dedefed4b9e301b6cbb9a2e6e19c25e31f9df5778d07ed5fdac1bb2453fc18',
  '0042_facts_not_lines': '893942d796fd2667e6a37550fc998353ee63681c720d418c5f85be5aba820fe3',
  '0043_days_questions_feed': '3d1b07b09ad9e8ce9e891bd97cb0b3be60c2155e9082561f2c7acacb24e93641',
  '0044_simpler_claims_and_reports':
    '578fe1f93b866c0067474999d3fa237b95877d437e718bc6dfcf3e00a1361280',
  '0045_versions_of_tools': 'f1d9b03eab9c066651c2f1743ed4f3cd26a28d2b799050fabe992c00683d80b8',
  '0046_stack_basis': '8dd7a3c0c60442856314a9dacb5c64d6346d2bf2f7c7fcceecd7900d2e6dcc27',
  '0047_claims_wait': '52e9f890e5c73b814cfac713adf749cc94d1c168357d468079d8eac4046ee056',
  '0048_missing_tool': '500d35cff847716711e64cc29f1ce183354e4631d17872de52b535e4efd14c41',
  '0049_undo': 'd67c7e61841c977b9dcc73dc37ffd95b01340f5ab75606795f6468f9b2d43535',
}

it('a migration that has landed is never edited or removed, since databases have it: add a new one', async () => {
  const names = await listMigrations()
  const digests = names.map(async (name) => [
    name,
    createHash('sha256')
      .update(await read(name))
      .digest('hex'),
  ])
  expect(Object.fromEntries(await Promise.all(digests))).toEqual(landed)
})

// A build migrates while the previous code still serves, and goes on doing so if the build fails.
// Columns and tables of that code may only be removed one deployment later, by a migration that is
// named here.
const breaking = [
  /\bdrop\s+(?:table|column)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
  // An insert of the old code does not name the column.
  /\badd\s+column\s+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/i,
]
// The previous code fails at these from the migration to its deployment.
const afterTheirCode: readonly string[] = [
  // Its search; the decision on the index gives the reason.
  '0032_one_index',
  // Withdrawn features: the files of each day and the feed of editors, and an invitation of an editor.
  '0043_days_questions_feed',
  // Withdrawn features: tokens of GitHub Actions, rival claims and joined reports.
  '0044_simpler_claims_and_reports',
]

const withoutComments = (text: string) => text.replace(/--.*$/gm, '')

it.each((await listMigrations()).slice(1))(
  '%s leaves what the code before it reads and writes',
  async (name) => {
    if (afterTheirCode.includes(name)) return
    const text = withoutComments(await read(name))
    for (const pattern of breaking) expect(text).not.toMatch(pattern)
  },
)

it.each([
  'drop table x;',
  'alter table x drop column y;',
  'alter table x rename to z;',
  'alter table x alter column y set not null;',
  'alter table x alter column y type bigint;',
  'alter table x add column y text not null;',
])('"%s" would be found', (statement) => {
  expect(breaking.some((pattern) => pattern.test(statement))).toBe(true)
})
