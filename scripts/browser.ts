// `npm run browser`: builds what is stale, then runs the browser shell in this process.
import { browserHelp } from './browser-help.ts'
import { buildIfStale } from './build-if-stale.ts'
import { endWithParent } from './end-with-parent.ts'

browserHelp()
endWithParent()
buildIfStale()
await import(new URL('../dist/browser.js', import.meta.url).href)
