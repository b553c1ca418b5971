import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,service,scripts}/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
  },
})
