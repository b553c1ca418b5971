import { spawnSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { wantedSum } from '../../shared/worth/property-sum.ts'
import { heldEvents } from '../backend/export/event-source.ts'
import { someFormats } from '../backend/export/fixtures/some-formats.ts'
import { someSubject } from '../backend/export/fixtures/some-subject.ts'
import { createKeptReceipts } from '../backend/export/kept-receipts.ts'
import { ndjsonFormat } from '../backend/export/ndjson-format.ts'
import { RECEIPT_ENDING } from '../backend/export/receipt.ts'
import { writeEventFile } from '../backend/export/write-event-file.ts'
import { userDataFolder } from '../platform/process-facts.ts'

function run(...args: string[]) {
  const command = join(import.meta.dirname, 'verify-receipt-command.ts')
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

  const renamed = join(folder, 'renamed.ndjson')
  await rename(path, renamed)
  for (const args of [[renamed], [path + RECEIPT_ENDING], [renamed, path + RECEIPT_ENDING]]) {
    expect(run(...args)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('\n  its receipt calls it all.ndjson\n'),
    })
  }
  await rename(renamed, path)

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
  expect(run(path, path, path)).toMatchObject({ status: 2 })
  expect(run('--nonsense')).toMatchObject({ status: 2 })
  expect(run('--help')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('Usage: npm run verify-receipt FILE'),
  })
})

test('finds the receipt that is kept with the exports of this computer, by the hash of the file', async () => {
  const home = await mkdtemp(join(tmpdir(), 'eventscope-verify-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const path = join(home, 'all.ndjson')
  const source = heldEvents(['{"event_id":"e1"}'])
  const file = await writeEventFile({
    path,
    source,
    format: ndjsonFormat(),
    sums: [],
    subject: someSubject,
    now: () => 0,
  })
  if (!file.ok) throw new Error('not written')
  const { bytes, sha256, receiptText } = file.value
  await rm(path + RECEIPT_ENDING)
  const storeKey = Buffer.alloc(32, 9)
  const env = {
    ...process.env,
    EVENTSCOPE_STORE_KEY: storeKey.toString('base64'),
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    HOME: home,
  }
  const folder = userDataFolder(process.platform, env, home)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = createKeptReceipts({ folder, key: async () => ({ key: storeKey }), notice: () => {} })
  expect(run(path).status).toBe(1)
  await kept.keep(receiptText ?? '', { bytes, sha256 }, 'https://a.example')
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'verify-receipt-command.ts'), path],
    {
      encoding: 'utf8',
      env,
    },
  )
  expect(stdout).toMatch(/^The file agrees with its receipt:/)
  expect(status).toBe(0)
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

  /** Without event types, so that the file does not show its sums of this property. */
  async function fileHidingSumsOf(name: string) {
    const folder = await mkdtemp(join(tmpdir(), 'eventscope-verify-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'all.csv')
    const source = heldEvents([`{"event_id":"e1","event_properties":{${JSON.stringify(name)}:1}}`])
    const order = { sums: [wantedSum(name, [])], chosen: [{ property: name }], subject: someSubject, now: () => 0 }
    await writeEventFile({ path, source, format: someFormats.csv, ...order })
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

  test('is that too where it is not proved', async () => {
    const { status, stdout } = run(await fileHidingSumsOf(FORGED))
    expect(status).toBe(0)
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(SEEN)
    expect(stdout).toContain('\n  the sums of x\\u000a\\u000d\\u001b[2KThe file agrees')
  })

  test('says nothing of the command’s own in the name of its file, or where it is none', async () => {
    const path = await fileNaming('plain')
    const receipt = await readFile(path + RECEIPT_ENDING, 'utf8')
    const withReceipt = async (from: string, to: string) => {
      const forged = receipt.replace(from, to)
      expect(forged).not.toBe(receipt)
      await writeFile(path + RECEIPT_ENDING, forged)
      return run(path)
    }
    const named = await withReceipt('"path": "all.ndjson"', `"path": ${JSON.stringify(FORGED)}`)
    expect(named).toMatchObject({ status: 0, stderr: '' })
    const lines = named.stdout.trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(SEEN)
    expect(lines.filter((line) => line.startsWith('The file agrees'))).toHaveLength(1)
    const { status, stdout, stderr } = await withReceipt('"eventscope":', `"eventscope": ${FORGED}`)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^Refused\. [^\p{C}\p{Zl}\p{Zp}]*\n$/u)
  })
})
