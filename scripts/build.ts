// Builds the page, the desktop shell's main and preload, the browser shell, the service and its worker, the command
// with what it runs without a window, and the kit for test authors with its types. `--if-stale` does nothing if dist/
// is newer than every source, so that a second `npm start` opens at once.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`
const stamp = `${dist}/.built`

/** They are not bundled: the runtime's own module, and the keyring with its native binary. */
const external = ['electron', '@napi-rs/keyring']

interface Bundle {
  format: 'es' | 'cjs'
  /** It is the oldest Node that it runs on. */
  node: 20 | 24
  /** It is in dist/, with a slash at the end: files and what they share lie there. */
  folder?: string
  /** Whether it bundles packages, so that a file of their licenses goes with it. */
  bundlesPackages: boolean
}

function nodeBundle(
  input: Record<string, string>,
  { format, node, folder = '', bundlesPackages }: Bundle,
): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external, target: 'node' },
    build: {
      ssr: true,
      target: `node${node}`,
      outDir: dist,
      emptyOutDir: false,
      minify: false,
      ...(bundlesPackages ? { license: { fileName: `${folder}licenses.md` } } : {}),
      rolldownOptions: {
        input,
        output: {
          format,
          entryFileNames: `${folder}[name]${format === 'cjs' ? '.cjs' : '.js'}`,
          chunkFileNames: `${folder || 'chunks/'}[name]-[hash].js`,
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
    'docs/*.md',
    '{shared,electron,renderer,service,contract,bin}/**/*.{ts,tsx,css,html,svg}',
    'e2e/kit/*',
    '*.json',
    'vite.config.ts',
    'scripts/{build,page-integrity,end-with-parent}.ts',
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
        browser: `${root}electron/browser/start-shell.ts`,
        'browser-shell': `${root}electron/browser/browser-shell.ts`,
        service: `${root}service/main.ts`,
        'service-worker': `${root}service/sample-worker.ts`,
        'questions-worker': `${root}electron/backend/snapshots/questions/worker/questions-worker.ts`,
        'workbook-worker': `${root}electron/backend/check/workbook-worker.ts`,
      },
      { format: 'es', node: 24, bundlesPackages: true },
    ),
  )
  // Apart: what they shared with the shells would be cut into more files, and each costs the start of a shell.
  await build(
    nodeBundle(
      {
        export: `${root}electron/command/export.ts`,
        check: `${root}electron/command/check.ts`,
        'verify-receipt': `${root}electron/command/verify-receipt-command.ts`,
        'check-service': `${root}contract/main.ts`,
      },
      { format: 'es', node: 24, folder: 'command/', bundlesPackages: true },
    ),
  )
  await build(
    nodeBundle({ eventscope: `${root}bin/eventscope.ts` }, { format: 'es', node: 20, bundlesPackages: false }),
  )
  buildKit()
  await build(
    nodeBundle({ preload: `${root}electron/desktop/preload.ts` }, { format: 'cjs', node: 24, bundlesPackages: false }),
  )
  writeFileSync(stamp, '')
}
