import type { RepositoryFile } from '#proof/prove.ts'

/** A repository, read at one commit. */
export interface RepositoryRead {
  /** The current URL. It differs from the requested URL if the repository has moved. */
  repository: string
  /** The commit hash: 40 hex digits. */
  commit: string
  /** The time of the commit. */
  lastActivity: string
  /** The SPDX identifier; null when unknown. */
  licence: string | null
  /** Whether the repository is archived; null if unknown. */
  archived: boolean | null
  files: RepositoryFile[]
  /** A sentence about the files that could not be read; undefined if all were read. */
  left: string | undefined
}

const licences: readonly [string, RegExp][] = [
  ['AGPL-3.0', /GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['LGPL-3.0', /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['GPL-3.0', /GNU GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['GPL-2.0', /GNU GENERAL PUBLIC LICENSE\s+Version 2/i],
  ['Apache-2.0', /Apache License,?\s+Version 2\.0/i],
  ['MPL-2.0', /Mozilla Public License,?\s+Version 2\.0/i],
  ['Elastic-2.0', /Elastic License 2\.0/i],
  ['BUSL-1.1', /Business Source License 1\.1/i],
  ['MIT', /Permission is hereby granted, free of charge/i],
  ['ISC', /Permission to use, copy, modify, and\/or distribute this software/i],
  ['BSD-3-Clause', /Redistribution and use[^]*Neither the name/i],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/i],
  ['Unlicense', /This is free and unencumbered software/i],
]

/** Filenames of licences. */
export const licenceFile = /^(?:LICEN[CS]E|COPYING)(?:[.-][\w.-]+)?$/i

/** Phrases of texts that quote a known licence, but restrict or delay it. */
const restricting =
  /Commons Clause|Functional Source License|Fair Core License|additional (?:terms|conditions)|\(modified |is modified/i

/**
 * The SPDX identifier of a licence text, found by phrases near its beginning. Null for unknown and
 * modified licences, and for several licences in one file.
 */
export function licenceOf(text: string): string | null {
  const head = text.slice(0, 20_000)
  if (restricting.test(head.slice(0, 3_000))) return null
  const found = licences.filter(([, words]) => words.test(head)).map(([id]) => id)
  const [first] = found
  // A GNU or BSD licence also matches the phrases of its relatives, such as LGPL and GPL. The list
  // is ordered so that the first match is right.
  const isOne = found.length === 1 || found.every((id) => /GPL|BSD/.test(id))
  return first !== undefined && isOne ? first : null
}
