import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { enums } from '#contract/enums.ts'
import { trustPoints } from './ranking.ts'
import { documentVersion, productDocument, toolDocument } from './search-document.ts'
import { useCaseWord } from './use-case.ts'

describe('the document of a tool', () => {
  const next = {
    slug: 'nextjs',
    name: 'Next.js',
    description: 'Réact on the server.',
    category: 'frontend-ui',
    aliases: ['next', 'NEXT JS'],
    asks: ['render páges'],
  }

  it('has its name, its slug and its aliases over its description, and what people ask for', () => {
    expect(toolDocument(next)).toEqual({
      name_key: 'nextjs',
      keys: ['nextjs', 'next'],
      texts: {
        A: 'next js nextjs next next js',
        B: '',
        C: 'react on the server toolcategoryfrontendui',
        D: '',
        asks: 'render pages',
      },
      version: documentVersion,
    })
  })

  it('has an empty text for a description that is missing', () => {
    expect(toolDocument({ ...next, description: null, aliases: [], asks: [] }).texts).toEqual({
      A: 'next js nextjs',
      B: '',
      C: 'toolcategoryfrontendui',
      D: '',
      asks: '',
    })
  })
})

describe('the document of a product', () => {
  const bare = {
    slug: 'acme-desk',
    name: 'ACME Désk',
    description: 'Answers letters.',
    overview: null,
    workflow_summary: null,
    qualification_statement: null,
    agent_use_case: null,
    claim_review_status: null,
    asks: [],
    tools: [],
  }

  it('has its name over its description over its tools and what people ask for over its overview', () => {
    const full = {
      ...bare,
      overview: 'Over-view',
      workflow_summary: 'It WORKS.',
      qualification_statement: 'It qualifies!',
      agent_use_case: 'browser_automation' as const,
      claim_review_status: 'verified' as const,
      asks: ['too many létters', 'too many post room'],
      tools: [
        { name: 'Next.js', aliases: ['nextjs'] },
        { name: 'Neon', aliases: [] },
      ],
    }
    expect(productDocument(full)).toEqual({
      name_key: 'acmedesk',
      keys: ['acmedesk'],
      texts: {
        A: 'acme desk acme desk',
        B: 'next js nextjs neon',
        C: `answers letters ${useCaseWord('browser_automation')}`,
        D: 'it qualifies it works over view',
        asks: 'too many letters post room',
      },
      version: documentVersion,
    })
  })

  it('has nothing for what is missing', () => {
    expect(productDocument(bare).texts).toEqual({
      A: 'acme desk acme desk',
      B: '',
      C: 'answers letters',
      D: '',
      asks: '',
    })
  })

  it('is found by its slug where that is not its name', () => {
    expect(productDocument({ ...bare, name: '智能体' })).toMatchObject({
      name_key: '智能体',
      keys: ['智能体', 'acmedesk'],
    })
  })

  it('keeps the tools in its own text, so that a tool does not exactly name the products built with it', () => {
    expect(
      productDocument({ ...bare, tools: [{ name: 'Neon', aliases: ['neondb'] }] }).keys,
    ).toEqual(['acmedesk'])
  })

  it.each(enums.agentUseCase)(
    'holds the word of the use case %s, and of no other',
    (agent_use_case) => {
      const words = productDocument({
        ...bare,
        agent_use_case,
        claim_review_status: 'verified',
      }).texts.C.split(' ')
      expect(enums.agentUseCase.filter((useCase) => words.includes(useCaseWord(useCase)))).toEqual([
        agent_use_case,
      ])
    },
  )
})

describe('a use case that no editor verified', () => {
  it.each(['submitted', 'needs_revision', 'not_verified', null] as const)(
    'is no part of the document while the claim is %s',
    (claim_review_status) => {
      const listing = {
        slug: 'acme',
        name: 'Acme',
        description: 'Answers letters.',
        overview: null,
        workflow_summary: null,
        qualification_statement: null,
        agent_use_case: 'support' as const,
        claim_review_status,
        asks: [],
        tools: [],
      }
      expect(productDocument(listing).texts.C).toBe('answers letters')
    },
  )
})

describe('the version of the documents', () => {
  const tool = {
    slug: 'nextjs',
    name: 'Next.js',
    description: 'Réact.',
    category: 'frontend-ui',
    aliases: ['NEXT JS'],
    asks: ['render páges'],
  }
  const product = {
    slug: 'acme-desk',
    name: 'Ａcme Désk™',
    description: 'Answers letters & e-mails in C++.',
    overview: 'Straße, œuvre, 日本語, it’s.',
    workflow_summary: 'Reads; then answers.',
    qualification_statement: 'Its agents write.',
    agent_use_case: 'browser_automation',
    claim_review_status: 'verified',
    asks: ['Too mány letters'] as string[],
    tools: [tool],
  } as const
  const trust = (['submitted', 'verified'] as const).flatMap((claim_review_status) =>
    (['curated_evidence', 'manual_review_only'] as const).map((source_quality) =>
      trustPoints({
        claim_review_status,
        source_quality,
        badge_verified: true,
        is_featured: source_quality === 'curated_evidence',
      }),
    ),
  )

  it('is another one when what is written for the same listing is: raise `documentVersion`, then put the new pair here', () => {
    const { version, ...written } = productDocument(product)
    const { version: _, ...ofTool } = toolDocument(tool)
    const text = JSON.stringify([written, ofTool, trust])
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
    expect({ version, hash }).toEqual({ version: 5, hash: '2de156851c506c71' })
  })
})
