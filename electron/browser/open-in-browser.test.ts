import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import { watchedOpener } from './fixtures/watched-opener.ts'
import { HANDED_LINK_MS, openInBrowser } from './open-in-browser.ts'

const LINK = 'http://127.0.0.1:8080/#launch=abc-_1'

test.skipIf(process.platform === 'win32')('the file with the link goes when the link is good no longer', async () => {
  const opener = await watchedOpener(await temporaryFolder())
  const waits: { run: () => void; ms: number }[] = []
  const { remove, opened } = await openInBrowser(LINK, {
    platform: process.platform,
    env: opener.env,
    later: (run, ms) => void waits.push({ run, ms }),
  })
  onTestFinished(remove)
  const [file = ''] = await opener.arguments()
  expect(file).not.toContain('launch')
  expect(existsSync(file)).toBe(true)
  const [stillRunning, gone] = waits
  expect(gone?.ms).toBe(HANDED_LINK_MS)
  stillRunning?.run()
  expect(await opened).toBe(true)
  expect(existsSync(file)).toBe(true)
  gone?.run()
  await expect.poll(() => existsSync(dirname(file))).toBe(false)
})
