/**
 * What to write in each field of a listing's file, in the order of the file. Shown in drafts, in
 * code editors, and in the build's message about a missing field.
 */
export const listingGuide = {
  name: 'How the product writes its own name.',
  url: 'Its own address: a website, or the repository where it has none.',
  description: 'One plain sentence: what it does differently, for whom, and how it is run.',
  topics: 'What it is for, the most fitting first: one to three slugs of content/topics.yaml.',
  overview: 'Two or three short paragraphs: what it does, how, and of what it is made.',
  editorial_summary: 'One sentence of the editors: when it is a good choice, and when another is.',
  examples:
    'What people type who need it: jobs, troubles and everyday words that its texts do not have.',
  founder_name: 'Who made it, as its own pages say.',
  founder_twitter: 'The handle of the founder, without @.',
  launch_date: 'The day of its launch, as YYYY-MM-DD.',
  audience_tags: 'Whom it is for.',
  qualification_type: 'Which kind of agent product it claims to be; leave it out without a claim.',
  agent_use_case: 'Which work the agents do most; /docs/review defines each.',
  qualification_statement: 'Why it is of that kind, in one sentence that a source shows.',
  workflow_summary: 'What its agents do, step by step.',
  agent_tools_used: 'Tools that its agents call, such as "Web search"; no models, no libraries.',
  supporting_links: 'Where a reader can check the claim.',
  claim_review_status: 'How the review of the claim stands; submitted where it is left out.',
  claim_reviewed_at: '`npm run editor -- stamp <slug>` writes it.',
  claim_verified_by: '`npm run editor -- stamp <slug>` writes it.',
  claim_digest: '`npm run editor -- stamp <slug>` writes it: the claim as it was reviewed.',
  claim_review_notes: 'What the editor says of the claim.',
  claim_evidence_summary: 'What was read, and what of the claim it shows.',
  tools: 'What it is built with: names of files in content/tools.',
  stack_basis:
    'What its stack is that of. Left out: own_code with a source, else documentation; a closed product may have that of its sdk, plugin, self_hosted_edition or generated_apps.',
  compatibility: 'What it works with and is not built with, each with a source in the note.',
  left_out:
    'What its repository or its texts name, and it neither is built with nor works with: tool and reason.',
  evidence: 'Where the stack and the texts can be seen: files at a commit, or documentation.',
  lifecycle:
    'Only of what ends: its state, the day since when, its successor, and the source that says so.',
  facts:
    'What the check does not find: packages, hosting, interfaces, prices, each with its source.',
  left_out_facts: 'Facts that the check finds and that are not so: fact, value and reason.',
  public_note: 'A remark of the editors.',
  source: 'The commit that was read; `npm run editor -- draft` fills it.',
  approved_at: '`npm run editor -- stamp <slug>` writes it.',
  is_featured: 'Whether editors feature it.',
  featured_rank: 'Its place among featured products.',
} as const satisfies Record<string, string>
