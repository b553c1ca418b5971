import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** What runs again on PostgreSQL's store where EVENTSCOPE_POSTGRES names its programs' folder, and what only there. */
const onPostgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    include: [
      ...['run-contract', 'hostile-events', 'mapped-table'].map((name) => `contract/${name}.test.ts`),
      ...['events-app', 'faults', 'naive-filter', 'open-api', 'server', 'postgres-*'].map(
        (name) => `service/${name}.test.ts`,
      ),
    ],
    globalSetup: 'service/fixtures/postgres-for-tests.ts',
    isolate: false,
  },
}

// A file that has another name now would be missed by nobody.
const gone = onPostgres.test.include.filter((pattern) => globSync(pattern, { cwd: import.meta.dirname }).length === 0)
if (gone.length > 0) throw new Error(`No test has the name ${gone.join(', ')}.`)

export default defineConfig({
  test: {
    // Ends of what hangs, not measures of what is slow: on a shared machine everything may take five times as long, and
    // the long run tries everything ten times as often.
    testTimeout: process.env.EVENTSCOPE_LONG === '1' ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    // Files share processes: a variable or a global that one sets is not there in the next.
    unstubEnvs: true,
    unstubGlobals: true,
    maxWorkers: 2,
    // CI's machine is shared: one more try there, named at the end of `npm test`; none anywhere else.
    retry: process.env.CI === undefined ? 0 : 1,
    projects: process.env.EVENTSCOPE_POSTGRES
      ? [onPostgres]
      : [
          {
            extends: true,
            test: {
              name: 'pure',
              include: ['{shared,renderer,service}/**/*.test.{ts,tsx}'],
              exclude: ['service/postgres-*.test.ts'],
              // They change nothing that others see, and share a process: one each, with all modules loaded again, cost
              // three quarters of their time.
              isolate: false,
            },
          },
          {
            extends: true,
            test: {
              name: 'backend',
              include: ['electron/backend/**/*.test.ts'],
              // Every effect is passed in, so files share a process here too: 96 s of CPU for 45 of them became 70 s.
              isolate: false,
            },
          },
          {
            extends: true,
            test: {
              name: 'machine',
              include: ['{electron,contract,bin,e2e,bench,scripts}/**/*.test.{ts,tsx}'],
              exclude: ['electron/backend/**', 'contract/mapped-table.test.ts', '**/node_modules/**'],
              // What would change the whole process runs in one of its own: 95 s of CPU for 52 files became 81 s.
              isolate: false,
            },
          },
        ],
  },
})
