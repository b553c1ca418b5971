// `npm run dev`: the page with hot reload in front of a browser shell that runs from source and restarts on changes.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { browserHelp } from './browser-help.ts'
import { devProxy } from './dev-proxy.ts'

browserHelp()
const root = fileURLToPath(new URL('..', import.meta.url))
const shell = spawn(
  process.execPath,
  ['--watch', 'electron/browser/browser-shell.ts', '--port', '0', '--no-open', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
  },
)
let page: ViteDevServer | null = null
const pageUrl = () => page?.resolvedUrls?.local[0] ?? ''
const pageOrigin = () => URL.parse(pageUrl())?.origin

createInterface({ input: shell.stdout }).on('line', async (line) => {
  const [, origin, launch] = /^Eventscope is ready at (http:\/\/[^/]+)\/(#launch=\S+)$/.exec(line) ?? []
  if (origin === undefined) return console.log(line)
  await page?.close()
  page = await createServer({
    root: `${root}renderer`,
    configFile: `${root}vite.config.ts`,
    server: { host: '127.0.0.1', proxy: devProxy(origin, (asking) => asking === pageOrigin()) },
  })
  await page.listen()
  console.log(`${pageUrl()}${launch}`)
})
shell.once('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => shell.kill(signal))
