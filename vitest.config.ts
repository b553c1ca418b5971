import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,service,contract,e2e,bench,scripts}/**/*.test.{ts,tsx}'],
    // Ends of what hangs, not measures of what is slow: on a shared machine everything may take five times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // CI's machine is shared: one more try there, named at the end of `npm test`; none anywhere else.
    retry: process.env.CI === undefined ? 0 : 1,
  },
})
