// The page's build, and its dev server: `npm run dev` proxies the bridge to a browser shell.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Menus, tooltips and what places them: many parts use them, and without a file of their own the start would carry them. */
const whatOpens = {
  name: 'opens',
  test: /@floating-ui|@mantine\/core\/esm\/(?:utils\/Floating|components\/(?:Menu|Popover|Tooltip|ScrollArea|Floating))/,
}

/** What zod may do is said before any schema is made: in the file that all schemas wait for. */
const zod = { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ }

/** What the start and the parts behind it share: in files of their own each would cost the start a request. */
const base = {
  name: 'base',
  test: /node_modules\/(?:react|react-dom|scheduler|clsx|@mantine\/hooks)\/|@mantine\/core\/esm\/(?:core|components\/(?:Box|Input|InputWrapper|UnstyledButton|CloseButton|Loader|Transition))\/|shared\/(?:event-fields|exact-number|exact-json|rfc3339)\.ts|ui\/excerpt\.ts|createReactComponent/,
}

export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  base: './',
  plugins: [react(), ownTemporal()],
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
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [zod, whatOpens, base] } },
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
