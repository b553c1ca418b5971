import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,service,contract,e2e,bench,scripts}/**/*.test.{ts,tsx}'],
    testTimeout: 40_000,
    hookTimeout: 40_000,
    maxWorkers: 2,
    // CI's machine is shared: one more try there, named at the end of `npm test`; none anywhere else.
    retry: process.env.CI === undefined ? 0 : 1,
  },
})
