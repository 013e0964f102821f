import module from 'node:module'
import path from 'node:path'

// Loaded before each command: what was compiled once is not compiled again, which is nearly half of the
// start of an editor's command. A checkout that cannot be written goes without, and so does an old Node.
const folder = path.join(import.meta.dirname ?? 'scripts', '..', 'node_modules/.cache/compiled')
module.enableCompileCache?.(folder)
