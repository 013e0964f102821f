import type { RepositoryFile } from '#proof/prove.ts'

/** A repository at one commit. */
export interface RepositoryRead {
  /** The current address, which differs from the requested one after a move. */
  repository: string
  /** 40 hex digits. */
  commit: string
  /** The time of the commit. */
  lastActivity: string
  /** The SPDX identifier; null when unknown. */
  licence: string | null
  /** Null when unknown. */
  archived: boolean | null
  files: RepositoryFile[]
  /** A sentence about the missing files; undefined when `files` is complete. */
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

/** The names of licence files at the root of a repository. */
export const licenceFile = /^(?:LICEN[CS]E|COPYING)(?:[.-][\w.-]+)?$/i

/** Words of texts that restrict or delay the licence that they quote. */
const restricting =
  /Commons Clause|Functional Source License|Fair Core License|additional (?:terms|conditions)|\(modified |is modified/i

/**
 * The licence of a text, by words near its beginning; null for changed and unknown licences and for
 * several licences in one file.
 */
export function licenceOf(text: string): string | null {
  const head = text.slice(0, 20_000)
  if (restricting.test(head.slice(0, 3_000))) return null
  const found = licences.filter(([, words]) => words.test(head)).map(([id]) => id)
  const [first] = found
  // GNU and BSD licences match the words of their relatives too; the first match is the right one.
  const isOne = found.length === 1 || found.every((id) => /GPL|BSD/.test(id))
  return first !== undefined && isOne ? first : null
}
