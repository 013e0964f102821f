import { type Figure, figure, rounded } from './figure.ts'
import { afterSelect, serveFloor } from './floor.ts'
import type { Ground } from './ground.ts'
import { type Client, connections } from './rounds.ts'
import type { Served } from './serve.ts'
import { submissions } from './submission.ts'

const counts = { oneByOne: 60, atOnce: 200 }

/** How many submissions a second are taken, one by one and at once, each with its two mails. */
export async function measureSubmit(
  ground: Ground,
  { served, client }: { served: Served; client: Client },
): Promise<Figure[]> {
  const tools = ground.content.tools.map(({ slug }) => slug)
  const calls = (count: number) => submissions(count, tools).map(({ call }) => call)
  const [oneByOne, atOnce] = [calls(counts.oneByOne), calls(counts.atOnce)]
  const answer = {
    key: 'POST /api/v1/submit',
    status: 201,
    headers: [['content-type', 'application/json; charset=utf-8']] as [string, string][],
    body: JSON.stringify({ success: true, text: 'x'.repeat(900) }),
  }
  const floor = await serveFloor(ground, [answer])
  const part = 'submit' as const
  const figures: Figure[] = []
  try {
    // The first submission opens the pool.
    await client.load({ url: served.url, calls: calls(5), connections: 1, wanted: 201 })
    for (const [name, asked, many] of [
      ['submit, one after the other', oneByOne, 1],
      [`submit, ${connections} at once`, atOnce, connections],
    ] as const) {
      ground.say(name)
      const load = { connections: many, wanted: 201 }
      const base = { ...load, url: floor.url, calls: asked.map(afterSelect) }
      await client.load(base)
      const least = await client.load(base)
      const ours = await client.load({ ...load, url: served.url, calls: asked })
      const more = { 'p50 ms': rounded(ours.p50), 'p99 ms': rounded(ours.p99) }
      const strange = Object.keys(ours.strange).length > 0 && JSON.stringify(ours.strange)
      figures.push(
        figure({
          part,
          name,
          unit: '/s',
          value: ours.perSecond,
          floor: least.perSecond,
          floorIs: 'select 1, then an answer of this length',
          more: { ...more, 'floor p50 ms': rounded(least.p50), ...(strange && { strange }) },
        }),
      )
    }
  } finally {
    await floor.stop()
  }
  return figures
}
