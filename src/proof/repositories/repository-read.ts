import type { RepositoryFile } from '#proof/prove.ts'

/** A repository as it was read, at one commit. */
export interface RepositoryRead {
  /** Where it is now; another address than was asked for when it has moved. */
  repository: string
  /** 40 hex digits. */
  commit: string
  /** When that commit was made. */
  lastActivity: string
  /** The SPDX identifier; null where nobody can tell. */
  licence: string | null
  /** Null where nobody tells. */
  archived: boolean | null
  files: RepositoryFile[]
  /** What is not in `files`, in a sentence, where something is not. */
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

/** The names that a licence has at the root of a repository. */
export const licenceFile = /^(?:LICEN[CS]E|COPYING)(?:[.-][\w.-]+)?$/i

/** What takes back a part of what the licence beside it allows, or allows it later. */
const restricting =
  /Commons Clause|Functional Source License|Fair Core License|additional (?:terms|conditions)|\(modified |is modified/i

/**
 * Which licence a text is, by the words that only it has near its beginning; null for one that was
 * changed or is unknown, and for a file that holds several.
 */
export function licenceOf(text: string): string | null {
  const head = text.slice(0, 20_000)
  if (restricting.test(head.slice(0, 3_000))) return null
  const found = licences.filter(([, words]) => words.test(head)).map(([id]) => id)
  const [first] = found
  // The GNU licences name each other, the longest words come first; other pairs are a mixture.
  const isOne = found.length === 1 || found.every((id) => /GPL|BSD/.test(id))
  return first !== undefined && isOne ? first : null
}
