// Vitest runs this for each file of tests. Modules are kept from file to file.
import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

afterAll(removeTemporaryFolders)
