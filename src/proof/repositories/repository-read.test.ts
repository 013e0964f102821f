import { expect, it } from 'vitest'
import { licenceOf } from './repository-read.ts'

it.each([
  ['MIT License\n\nPermission is hereby granted, free of charge, to any person', 'MIT'],
  ['Apache License\n   Version 2.0, January 2004', 'Apache-2.0'],
  ['GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3', 'AGPL-3.0'],
  ['Parts: Permission is hereby granted, free of charge. Others: Elastic License 2.0', null],
  ['All rights reserved.', null],
  ['"Commons Clause" License Condition v1.0\n\nPermission is hereby granted, free of charge', null],
  [
    '# Functional Source License, Version 1.1, MIT\n\nPermission is hereby granted, free of charge',
    null,
  ],
])('the licence %j is %s', (text, id) => expect(licenceOf(text)).toBe(id))
