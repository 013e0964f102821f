import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { functionEnvironment } from './environment.ts'
import { type Figure, figure } from './figure.ts'
import { type Ground, root } from './ground.ts'
import type { Served } from './serve.ts'
import { submissions } from './submission.ts'

const patienceMs = 10_000

/** A decision with what tells that a reader has it. */
interface Decision {
  name: string
  command: string[]
  isDone: (answer: { ok: boolean; text: string }) => boolean
}

/**
 * How long an approval, a correction and a withdrawal take until everybody reads them, while no
 * build follows: from the moment in the database to the first answer that has it.
 */
export async function measurePublish(
  ground: Ground,
  { served }: { served: Served },
): Promise<Figure[]> {
  const { name, slug } = await submitOne(ground, served)
  // A search repeats the question, so the name in an answer says nothing; the slug does.
  const corrected = `Says since ${Date.now()} something else.`
  const has =
    (part: string): Decision['isDone'] =>
    ({ ok, text }) =>
      ok && text.includes(part)
  const decisions: Decision[] = [
    { name: 'approved', command: ['approve', slug], isDone: has(slug) },
    {
      name: 'corrected',
      command: ['edit', slug, `description=${corrected}`],
      isDone: has(corrected),
    },
    {
      name: 'withdrawn',
      command: ['withdraw', slug, '--reason', 'It was for a measurement.'],
      isDone: ({ ok, text }) => !ok || !text.includes(slug),
    },
  ]
  const figures: Figure[] = []
  for (const decision of decisions)
    figures.push(...(await decided(ground, served, { name, slug, decision })))
  return figures
}

async function submitOne(ground: Ground, served: Served): Promise<{ name: string; slug: string }> {
  const tools = ground.content.tools.map(({ slug }) => slug)
  const [{ name, call }] = submissions(1, tools) as [ReturnType<typeof submissions>[number]]
  const { method, headers, body } = call
  const sent = await fetch(served.url + call.path, { method, headers, body })
  if (sent.status !== 201) throw new Error(`a submission was refused: ${await sent.text()}`)
  // The contract's answer to an accepted submission.
  const { slug } = (await sent.json()) as { slug: string }
  return { name, slug }
}

async function decided(
  ground: Ground,
  served: Served,
  { name, slug, decision }: { name: string; slug: string; decision: Decision },
): Promise<Figure[]> {
  const places = {
    'GET /products': '/api/v1/products?limit=1',
    'GET /products/{slug}': `/api/v1/products/${slug}`,
    'GET /search': `/api/v1/search?q=${encodeURIComponent(name)}`,
    'its page': `/product/${slug}`,
    'its Markdown page': `/product/${slug}.md`,
  }
  const ask = async (at: string) => {
    const response = await fetch(served.url + at)
    return decision.isDone({ ok: response.ok, text: await response.text() })
  }
  const before = await momentOf(ground, slug)
  const isWritten = async () => (await momentOf(ground, slug)) > before
  // They look while the editor's command still runs: it ends a while after its commit.
  const command = decide(ground, decision.command)
  const seen = Object.entries(places).map(([place, at]) => ({
    place,
    moment: firstTime(command, () => ask(at)),
  }))
  const written = firstTime(command, isWritten)
  const failed = await command.then(
    () => undefined,
    () => `there is no such decision, or it was refused: ${decision.command[0]}`,
  )
  const moment = await momentOf(ground, slug)
  const floor = failed === undefined ? (await written)! - moment : null
  return Promise.all(
    seen.map(async ({ place, moment: time }) => {
      const at = await time
      const why = failed ?? (at === null && `not within ${patienceMs / 1000} s`)
      return figure({
        part: 'publish',
        name: `${decision.name} until ${place}`,
        unit: 'ms',
        value: why ? null : Math.max(0, at! - moment),
        floor,
        floorIs: 'the same seen by a query',
        more: why ? { why } : {},
      })
    }),
  )
}

/** When something is there for the first time; null when it is not, long after the decision. */
async function firstTime(
  command: Promise<void>,
  isThere: () => Promise<boolean>,
): Promise<number | null> {
  let until = Number.POSITIVE_INFINITY
  command.then(
    () => (until = Date.now() + patienceMs),
    () => (until = 0),
  )
  while (Date.now() < until) {
    if (await isThere()) return Date.now()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return null
}

// By the editor's own command. Its hook leads to the server under measure, which does not build.
async function decide(ground: Ground, command: readonly string[]): Promise<void> {
  const script = path.join(root, 'scripts/editor.ts')
  const DATA_DIR = path.join(ground.folder, 'data-site')
  const env = { PATH: process.env['PATH'], ...functionEnvironment(ground), DATA_DIR }
  await promisify(execFile)(process.execPath, [script, ...command, '--yes', '--as', 'bench'], {
    cwd: root,
    env,
  })
}

/** When a listing last changed for readers, 0 as long as nobody reads it. */
async function momentOf({ db }: Ground, slug: string): Promise<number> {
  const { rows } = await sql<{ moment: Date | null }>`
    select greatest(approved_at, changed_at) as moment from products where slug = ${slug}`.execute(
    db,
  )
  return rows[0]?.moment?.getTime() ?? 0
}
