// For tests: a folder of its own, removed when the test ends.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'eventscope-service-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
