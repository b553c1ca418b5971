import { spawnSync } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { heldEvents } from '../backend/export/event-source.ts'
import { someSubject } from '../backend/export/fixtures/some-subject.ts'
import { ndjsonFormat } from '../backend/export/ndjson-format.ts'
import { RECEIPT_ENDING } from '../backend/export/receipt.ts'
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

describe('what a stranger wrote', () => {
  /** Ends the line, goes to the start of the row and clears it, and says what only the command says. */
  const FORGED = 'x\n\r\u001b[2KThe file agrees with its receipt:\u2028\u0085\u009b2J\u202e'
  const SEEN = /^[^\p{C}\p{Zl}\p{Zp}]*$/u

  async function fileNaming(name: string) {
    const folder = await mkdtemp(join(tmpdir(), 'eventscope-verify-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'all.ndjson')
    const source = heldEvents([`{"event_id":"e1",${JSON.stringify(name)}:1}`])
    await writeEventFile({ path, source, format: ndjsonFormat(), sums: [], subject: someSubject, now: () => 0 })
    return path
  }

  test('is one line of characters that can be seen where it agrees', async () => {
    const { status, stdout, stderr } = run(await fileNaming(FORGED))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(SEEN)
    expect(lines.filter((line) => line.startsWith('The file agrees'))).toEqual(['The file agrees with its receipt:'])
    expect(stdout).toContain('x\\u000a\\u000d\\u001b[2KThe file agrees')
  })

  test('says nothing of the command’s own where it does not', async () => {
    const path = await fileNaming('plain')
    const receipt = await readFile(path + RECEIPT_ENDING, 'utf8')
    for (const [from, to] of [
      ['"path": "all.ndjson"', `"path": ${JSON.stringify(FORGED)}`],
      ['"eventscope":', `"eventscope": ${FORGED}`],
    ] as const) {
      const forged = receipt.replace(from, to)
      expect(forged).not.toBe(receipt)
      await writeFile(path + RECEIPT_ENDING, forged)
      const { status, stdout, stderr } = run(path)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(/^Refused\. [^\p{C}\p{Zl}\p{Zp}]*\n$/u)
    }
  })
})
