import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stem } from './stem.ts'

describe('the stem of a word', () => {
  it.each([
    ['code', 'codes', 'coding', 'coded'],
    ['call', 'calls', 'calling', 'called'],
    ['run', 'running'],
    ['summarise', 'summarize', 'summarising', 'summarized'],
    ['company', 'companies'],
    ['search', 'searches', 'searching'],
    ['localise', 'localisation', 'localization'],
    ['colour', 'color', 'colours'],
    ['classes', 'class'],
  ])('is one for %s and %s', (...forms) => {
    expect(new Set(forms.map(stem)).size).toBe(1)
  })

  it.each([
    ['sales', 'sale'],
    ['news', 'new'],
    ['string', 'str'],
    ['status', 'statu'],
    ['ring', 'r'],
  ])('leaves %s as it is', (word, other) => {
    expect(stem(word)).not.toBe(stem(other))
  })

  it('leaves what is no English word, and is never empty', () => {
    expect(stem('k8s')).toBe('k8s')
    expect(stem('größe')).toBe('größe')
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/), (word) => {
        expect(stem(word)).not.toBe('')
      }),
    )
  })
})
