import { spawnSync } from 'node:child_process'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { heldEvents } from '../backend/export/event-source.ts'
import { someSubject } from '../backend/export/fixtures/some-subject.ts'
import { ndjsonFormat } from '../backend/export/ndjson-format.ts'
import { writeEventFile } from '../backend/export/write-event-file.ts'

function run(...args: string[]) {
  const command = join(import.meta.dirname, 'verify-receipt.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('exits with 0 when file and receipt agree, with 1 when they do not, with 2 when it is not understood', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eventscope-verify-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'all.ndjson')
  const source = heldEvents(['{"event_id":"e1"}'])
  await writeEventFile({ path, source, format: ndjsonFormat(), sums: [], subject: someSubject, now: () => 0 })

  const agrees = run(path)
  expect(agrees).toMatchObject({ status: 0, stderr: '' })
  expect(agrees.stdout).toMatch(/^The file agrees with its receipt:\n {2}\d+ bytes.*\n {2}1 rows\n/)
  expect(agrees.stdout).toMatch(/\nThis does not prove:\n {2}that the service sent/)

  await appendFile(path, '{"event_id":"e2"}\n')
  expect(run(path)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Refused\. The file has 36 bytes, but the receipt says 18\.\n$/),
  })
  expect(run()).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('Usage: npm run verify-receipt FILE'),
  })
  expect(run(path, path)).toMatchObject({ status: 2 })
  expect(run('--help')).toMatchObject({ status: 2 })
})
