// Builds the page, the desktop shell's main and preload, the browser shell, the service and its worker, and the kit for test
// authors with its types.
// `--if-stale` does nothing if dist/ is newer than every source, so that a second `npm start` opens at once.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`
const stamp = `${dist}/.built`

/** Not bundled: the runtime's own module, and the keyring with its native binary. */
const external = ['electron', '@napi-rs/keyring']

function nodeBundle(input: Record<string, string>, format: 'es' | 'cjs'): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external, target: 'node' },
    build: {
      ssr: true,
      target: 'node24',
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      // The preload bundles no dependencies.
      ...(format === 'es' ? { license: { fileName: 'licenses.md' } } : {}),
      rolldownOptions: {
        input,
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  }
}

/** Compiled rather than bundled: its types lie beside it, and it imports only Node's own modules. */
function buildKit(): void {
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}e2e/kit/tsconfig.json`], {
    stdio: 'inherit',
  })
  copyFileSync(`${root}e2e/kit/names.json`, `${dist}/kit/names.json`)
}

function newest(patterns: string[]): number {
  return Math.max(...globSync(patterns, { cwd: root }).map((file) => statSync(`${root}${file}`).mtimeMs))
}

function isFresh(): boolean {
  if (!existsSync(stamp)) return false
  const sources = newest([
    '{shared,electron,renderer,service}/**/*.{ts,tsx,css,html,svg}',
    'e2e/kit/*',
    '*.json',
    'vite.config.ts',
    'scripts/{build,page-integrity}.ts',
  ])
  return statSync(stamp).mtimeMs > sources
}

if (!(process.argv.includes('--if-stale') && isFresh())) {
  // On standard error: standard output belongs to the program that is built for.
  console.error('Building Eventscope …')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  await build({ root: `${root}renderer`, configFile: `${root}vite.config.ts`, logLevel: 'warn' })
  await build(
    nodeBundle(
      {
        main: `${root}electron/desktop/main.ts`,
        browser: `${root}electron/browser/start.ts`,
        'browser-shell': `${root}electron/browser/browser.ts`,
        service: `${root}service/main.ts`,
        'service-worker': `${root}service/sample-worker.ts`,
        'questions-worker': `${root}electron/backend/snapshots/questions/worker/questions-worker.ts`,
      },
      'es',
    ),
  )
  buildKit()
  await build(nodeBundle({ preload: `${root}electron/desktop/preload.ts` }, 'cjs'))
  writeFileSync(stamp, '')
}
