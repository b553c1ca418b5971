// The page's build, and its dev server: `npm run dev` proxies the bridge to a browser shell.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  base: './',
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('dist/page', import.meta.url)),
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    // Every asset is a file: the CSP allows data: for images only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
})
