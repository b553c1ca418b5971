// `npm run browser`: builds what is stale, then is the browser shell.
import { buildIfStale } from './build-if-stale.ts'
import { endWithParent } from './end-with-parent.ts'

endWithParent()
buildIfStale()
await import(new URL('../dist/browser.js', import.meta.url).href)
