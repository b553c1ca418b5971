// The browser shell's first file as it is built: has Node keep what it compiles of all others, then hands over to them.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The cache lies beside the files themselves, and is as safe as they are: the system's folder for it is everybody's.
// Where nothing may be written there, each start compiles.
enableCompileCache(join(import.meta.dirname, 'compiled'))
await import('./browser-shell.ts')
