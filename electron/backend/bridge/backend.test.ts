import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createBackend } from './backend.ts'
import { backendUnderTest } from './fixtures/backend-under-test.ts'

async function modeAfterStart(folder: string): Promise<number> {
  const backend = await createBackend(await backendUnderTest({ folder }))
  await backend.close()
  return (await stat(folder)).mode & 0o777
}

test.skipIf(process.platform === 'win32')(
  'a new folder is for this user only; one that is there keeps its rights',
  async () => {
    const there = await temporaryFolder()
    await chmod(there, 0o755)
    expect(await modeAfterStart(join(there, 'new'))).toBe(0o700)
    expect(await modeAfterStart(there)).toBe(0o755)
    await chmod(there, 0o757)
    await expect(modeAfterStart(there)).rejects.toThrow('Everyone on this computer may put files into it')
  },
)
