// The page's build, and its dev server: `npm run dev` proxies the bridge to a browser shell.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: new URL('renderer', import.meta.url).pathname,
  base: './',
  plugins: [react()],
  build: {
    outDir: new URL('dist/page', import.meta.url).pathname,
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    // Every asset is a file: the CSP allows data: for images only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
})
