// Who may import whom, types and styles included. A room may import any floor below its own, what its building stands
// on, and its packages; nothing above it, nothing beside it. import-graph.test.ts holds it, and
// docs/decisions/import-floors.md draws it.

interface Grant {
  /** Folders that may be imported from. */
  on: string[]
  /** `*` stands for any ending. */
  packages: string[]
}

/** What it grants is open to every room of it. */
interface Building extends Grant {
  /** They go from the top: the rooms of each floor, with the packages of their own. Without floors it is one room. */
  floors: Record<string, string[]>[]
}

/** Packages that go together. */
export const SETS: Record<string, string[]> = {
  view: ['react', 'react-dom', '@mantine/*', '@tabler/icons-react'],
}

/** Every building by its folder. A folder that is no room belongs to the room that it is in. */
export const HOUSE: Record<string, Building> = {
  renderer: {
    on: ['shared'],
    packages: ['zod'],
    floors: [
      { app: ['view', '@tanstack/*', '@fontsource-variable/*', 'get-nonce', 'temporal-polyfill'] },
      { export: ['view'] },
      { 'export/store': ['zustand'] },
      { snapshot: ['view', '@tanstack/react-query', '@tanstack/react-virtual'] },
      { 'snapshot/store': ['zustand', '@tanstack/query-core'] },
      { find: ['view'], connections: ['view', '@tanstack/react-query'] },
      { event: ['view', '@tanstack/react-virtual'] },
      { 'event/store': ['zustand'] },
      { live: ['view'] },
      { 'live/store': ['@tanstack/query-core'] },
      { grid: ['view', '@tanstack/react-table'] },
      { tables: ['view'] },
      { case: ['view', 'zustand'] },
      { worth: ['view'], shape: ['view'] },
      { ui: ['view', 'zustand', '@tanstack/react-virtual'] },
      { 'bridge.ts': ['@orpc/client', '@orpc/contract', '@tanstack/query-core'] },
      { 'icon.svg': [] },
    ],
  },
  electron: {
    on: ['shared'],
    packages: ['node:*', 'zod', 'p-limit'],
    floors: [
      {
        desktop: ['electron', '@orpc/server'],
        browser: ['hono', '@hono/node-server', '@orpc/server'],
        command: ['csv-parse'],
      },
      { platform: ['undici'] },
      { 'backend/bridge': ['@orpc/client', '@orpc/server'] },
      { 'backend/export': ['csv-parse', 'hyparquet', 'hyparquet-writer', 'lru-cache', 'yazl'] },
      { 'backend/snapshots/queue': [], 'backend/history': [] },
      { 'backend/snapshots/reading': [], 'backend/snapshots/questions': ['lru-cache'] },
      { 'backend/snapshots/money': ['lru-cache'] },
      { 'backend/snapshots/table': ['lru-cache'] },
      { 'backend/snapshots/reading/pages': [], 'backend/snapshots/reading/proof': [] },
      { 'backend/snapshots/reading/session': [] },
      { 'backend/snapshots/store': [] },
      { 'backend/snapshots': [] },
      { 'backend/http': ['undici'] },
      { 'backend/connections': [] },
      { 'backend/cache': [] },
      { 'backend/keychain': ['@napi-rs/keyring'] },
      { 'backend/storage': [], 'backend/rows': [], 'backend/check': ['csv-parse', 'lru-cache', 'yauzl'] },
    ],
  },
  shared: {
    on: [],
    packages: ['zod', 'temporal-polyfill'],
    floors: [
      { contract: ['@orpc/contract'] },
      { case: ['@noble/hashes'] },
      { export: [] },
      { figures: [] },
      { snapshot: [] },
      { search: [], connection: [], check: [], worth: ['@noble/hashes', 'hucre'], shape: ['@noble/hashes'] },
      { event: [], failure: [] },
      { exact: [], time: [] },
    ],
  },
  service: {
    on: [],
    packages: [
      'node:*',
      'zod',
      'hono',
      '@hono/node-server',
      'csv-parse',
      'lru-cache',
      'temporal-polyfill',
      'pg',
      'pg-connection-string',
      'pg-copy-streams',
      'pgpass',
    ],
    floors: [],
  },
  contract: { on: [], packages: ['node:*', 'temporal-polyfill', 'big.js'], floors: [] },
  bin: { on: ['e2e/kit', 'scripts/end-with-parent.ts'], packages: ['node:*'], floors: [] },
  'e2e/kit': { on: [], packages: ['node:*', '@playwright/test'], floors: [] },
  'e2e/service': { on: ['service'], packages: ['node:*'], floors: [] },
  'e2e/same': {
    on: ['e2e', 'e2e/kit', 'shared/snapshot', 'electron/backend/snapshots'],
    packages: ['node:*', '@playwright/test', 'hyparquet', 'yauzl'],
    floors: [],
  },
  e2e: {
    on: ['e2e/kit', 'e2e/service', 'scripts'],
    packages: ['node:*', '@playwright/test', '@axe-core/playwright'],
    floors: [],
  },
  bench: {
    on: ['renderer', 'electron', 'shared', 'service', 'e2e', 'scripts'],
    packages: [
      'node:*',
      '@playwright/test',
      '@orpc/*',
      'csv-stringify',
      'hucre',
      'hyparquet-writer',
      'lossless-json',
      'vite',
      '@duckdb/node-api',
      'pg',
    ],
    floors: [],
  },
  scripts: {
    on: ['shared', 'electron/backend/snapshots/fixtures', 'e2e/same', 'dist'],
    packages: ['node:*', '@playwright/test', '@electron/asar', 'electron-builder', 'vite'],
    floors: [],
  },
}

/** This is what tests and fixtures may import besides, by where they stand: each line whose path they are in counts. */
export const TESTS: Record<string, Partial<Grant>> = {
  '': { packages: ['vitest', 'fast-check'] },
  renderer: { packages: ['csv-parse', 'temporal-polyfill'] },
  'renderer/app': { packages: ['zustand'] },
  'renderer/bridge.test.ts': { packages: ['@orpc/*', '@hono/node-server', '@tanstack/query-core'] },
  'renderer/export/dialog/export-dialog.test.tsx': { packages: ['@orpc/*'] },
  'renderer/app/try/trial.test.ts': { on: ['service'] },
  'renderer/live/store/curl.test.ts': { packages: ['node:child_process'] },
  'electron/backend': {
    on: ['electron/backend'],
    packages: ['@orpc/*', 'ajv', 'undici', 'csv-stringify', 'hucre', 'read-excel-file', 'temporal-polyfill', 'yazl'],
  },
  'electron/backend/export': { packages: ['@duckdb/node-api'] },
  'electron/backend/snapshots': { on: ['service'] },
  'electron/backend/bridge/close-sample-month.test.ts': { on: ['service'] },
  'electron/backend/export/save-sample-invoice.test.ts': { on: ['service'] },
  'electron/backend/export/charges.test.ts': { on: ['service'] },
  'electron/backend/bridge/file-check-calls.test.ts': { on: ['service'] },
  'electron/browser': { packages: ['@orpc/*', 'undici'] },
  'electron/command': { on: ['service'], packages: ['read-excel-file'] },
  shared: { on: ['shared'], packages: ['lossless-json', 'ajv'] },
  'shared/worth/sample-company-files.test.ts': { on: ['service'] },
  service: { packages: ['big.js', 'csv-stringify', 'vite'] },
  contract: { on: ['service'] },
  'e2e/accountant.spec.ts': { on: ['shared/worth'], packages: ['@duckdb/node-api'] },
  'e2e/closing.spec.ts': { on: ['service', 'shared/worth'] },
  'e2e/worth.spec.ts': { on: ['service', 'shared/worth'] },
  'e2e/parquet.spec.ts': { packages: ['@duckdb/node-api'] },
  'e2e/comparison.spec.ts': { on: ['shared/worth'] },
  'e2e/invoice-check.spec.ts': { on: ['shared/worth'] },
  'e2e/money.spec.ts': { on: ['shared/worth'] },
  e2e: { packages: ['csv-parse', 'hucre', '@electron/asar'] },
}
