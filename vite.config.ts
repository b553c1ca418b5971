// The page's build, and its dev server: `npm run dev` proxies the bridge to a browser shell.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { pageIntegrity } from './scripts/page-integrity.ts'

/** Fields, menus, dialogs and what places them: parts behind the rows share them, and the start would carry them. */
const whatOpens = {
  name: 'opens',
  test: /@floating-ui|react-remove-scroll|react-textarea-autosize|@mantine\/core\/esm\/(?:utils\/(?:Floating|InlineInput)|components\/(?:Menu|Popover|Tooltip|ScrollArea|Floating|FocusTrap|Portal|Modal|SegmentedControl|Tabs|Kbd|Textarea|TextInput|Group|Checkbox|Radio))|@mantine\/hooks\/esm\/use-(?:collapse|drag|long-press)/,
}

/** What zod may do is said before any schema is made: in the file that all schemas wait for. */
const zod = { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ }

/** What the start and the parts behind it share, icons too: in files of their own each would cost a request. */
const base = {
  name: 'base',
  test: /node_modules\/(?:react|react-dom|scheduler|clsx|@mantine\/hooks)\/|@mantine\/core\/esm\/(?:core|components\/(?:Box|Button|Input|InputWrapper|UnstyledButton|CloseButton|Loader|Transition|VisuallyHidden))\/|zustand\/esm\/vanilla|shared\/(?:event\/(?:event(?:-fields)?|filter-params|read-event)|exact\/(?:exact-(?:number|json)|grouped-digits|json-scanner)|failure\/failure|time\/instant)\.ts|ui\/(?:excerpt|link-button|on-demand)\.tsx?|(?:app\/own-temporal|ui\/buttons\.module)\.|preload-helper|createReactComponent|@tabler\/icons-react\/dist\/esm\/(?:icons|defaultAttributes)/,
}

/** What is kept for a connection goes with the bridge that keeps it: columns, and the notices of calls that failed. */
const bridge = {
  name: 'bridge',
  test: /node_modules\/@orpc\/|@tanstack\/(?:table-core|store|react-store|react-table)\/|use-sync-external-store\/|contract\/(?:session-exchange|port-handover)|query-core\/build\/modern\/(?:retryer|thenable|focusManager|onlineManager|timeoutManager|subscribable|utils|environmentManager)|renderer\/(?:bridge|grid\/(?:grid-measures|column-choice|event-columns)|ui\/(?:remembered-value|notify|instant-words))\.tsx?|@mantine\/notifications\/esm\/notifications\.store|shared\/(?:search\/search-page|failure\/failure-words|time\/duration-words)\.ts/,
}

/** What is loaded behind the first rows in every window: one file in place of a hundred, each with a request. */
const BEHIND_ROWS = [
  'app/find.tsx',
  'app/frame/notices.tsx',
  'app/header/header.tsx',
  'app/link/links.tsx',
  'connections/connection-switcher.tsx',
  'export/tray/exports-tray.tsx',
  'grid/loaded-tools.tsx',
  'live/filters/filters-panel.tsx',
  'live/results/loaded-controls.tsx',
  'live/searches/searches.tsx',
  'snapshot/file-drop.tsx',
  'snapshot/queue/readings.tsx',
  'snapshot/queue/take-snapshot.tsx',
  'snapshot/snapshots-list.tsx',
]

const behindRows = {
  debugName: 'behind',
  name: (id: string, modules: Rolldown.ChunkingContext) => {
    parts ??= partsOf(modules)
    return parts.behind.has(id) && !parts.start.has(id) ? 'behind' : null
  },
}
let parts: { start: Set<string>; behind: Set<string> } | null = null

/** What the start imports, and the parts behind it: with all that those import, but what they load on demand. */
function partsOf(modules: Rolldown.ChunkingContext) {
  const start = new Set<string>([fileURLToPath(new URL('renderer/app/main.tsx', import.meta.url))])
  const behind = new Set<string>()
  const lazy = new Set<string>()
  const follow = (files: Set<string>) => {
    for (const file of files) {
      const info = modules.getModuleInfo(file)
      for (const imported of info?.importedIds ?? []) files.add(imported)
      for (const imported of info?.dynamicallyImportedIds ?? []) lazy.add(imported)
    }
  }
  follow(start)
  for (const name of BEHIND_ROWS) {
    const file = fileURLToPath(new URL(`renderer/${name}`, import.meta.url))
    // A file that was moved would be a part by itself again, and nothing else would tell.
    if (!lazy.has(file)) throw new Error(`vite.config.ts: renderer/${name} is not loaded behind the first rows.`)
    behind.add(file)
  }
  follow(behind)
  return { start, behind }
}

export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  base: './',
  plugins: [react(), ownTemporal(), noCircles(), fontsAhead(), pageIntegrity()],
  build: {
    outDir: fileURLToPath(new URL('dist/page', import.meta.url)),
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    // Every asset is a file: the CSP allows data: for images only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [zod, whatOpens, base, bridge, behindRows] },
      },
    },
  },
})

/** The page takes Temporal from where own-temporal.ts finds it; that file alone takes it from the package. */
function ownTemporal(): Plugin {
  const path = fileURLToPath(new URL('renderer/app/own-temporal.ts', import.meta.url))
  return {
    name: 'own-temporal',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'temporal-polyfill' && importer !== path ? path : null),
  }
}

/**
 * Refuses files of the page's start that import each other: what one of them makes as it is loaded would be made of
 * values of the other that are not there yet, without an error.
 */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_, bundle) {
      const importsOf = (name: string) => (bundle[name]?.type === 'chunk' ? bundle[name].imports : [])
      const start = new Set(
        Object.values(bundle).flatMap((file) => ('isEntry' in file && file.isEntry ? [file.fileName] : [])),
      )
      for (const name of start) for (const imported of importsOf(name)) start.add(imported)
      for (const name of start) {
        const other = importsOf(name).find((imported) => importsOf(imported).includes(name))
        if (other !== undefined) this.error(`${name} and ${other} import each other.`)
      }
    },
  }
}

/**
 * Has the fonts of the first rows loaded with the scripts. Found in a style sheet by the rows themselves, they would
 * come after them, and all would be laid out twice.
 */
function fontsAhead(): Plugin {
  return {
    name: 'fonts-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => /-latin-wght-normal-[\w-]+\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${name}` },
            injectTo: 'head',
          })),
    },
  }
}
