import { enums } from '#contract/enums.ts'
import { setTier } from '#editorial/set-tier.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { declined, followUp, refused } from './tell.ts'

const tiers = enums.submissionTier

export const tier: Command = {
  about: `set what its owner has paid for: ${tiers.join(' or ')}`,
  words: ['slug', 'tier'],
  options: deciding,
  check: ([, wanted]) =>
    tiers.some((known) => known === wanted) ? undefined : `The tier is one of ${tiers.join(', ')}.`,
  run: async (session, [slug = '', wanted]) => {
    const { backend, actor, print } = session
    const known = tiers.find((one) => one === wanted)!
    if (
      !(await session.confirm(`Set the tier of ${slug} to ${known}? Its badge says so in public.`))
    )
      return declined(session, slug)
    const outcome = await setTier(backend.db, { slug, actor, tier: known })
    if (outcome.outcome === 'unchanged') {
      print(outcome, `The tier of ${slug} is ${known} already. Nothing was changed.`)
      return 0
    }
    if (outcome.outcome !== 'done') return refused(session, outcome)
    return followUp(session, outcome, {
      value: { outcome: 'tier_set', slug, submission_tier: known },
      text: `The tier of ${slug} is now ${known}.`,
      hasMail: false,
    })
  },
}
