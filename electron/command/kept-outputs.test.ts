// What each command says of the sample company, to the letter: scripts read it. Where it is meant to say something
// else, the text in fixtures/kept-outputs/ changes with it (`npx vitest run --update` with this file).
import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_COMPANY_RULES } from '../../shared/worth/sample-company-files.ts'

const root = join(import.meta.dirname, '../..')
const NOW = '2026-11-24T11:00:00Z'
const TOKEN = 'tok-kept'

let folder: string
let service: ChildProcess
let url: string

const INVOICE = [
  'customer,item,period,quantity,amount,currency',
  'cus_kestrel,build_minutes,2026-10,4850,19.95,GBP',
  'cus_kestrel,seats,2026-10,64,1600.00,GBP',
  'cus_kestrel,Platform fee,2026-10,1,99.00,GBP',
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventscope-kept-'))
  await writeFile(join(folder, 'rules.json'), SAMPLE_COMPANY_RULES)
  await writeFile(join(folder, 'invoice.csv'), INVOICE.join('\r\n'))
  await cp(join(root, 'electron/backend/export/fixtures/kept-files/october.csv'), join(folder, 'ledger.csv'))
  const args = ['service/main.ts', '--sample', '--now', NOW, '--port', '0', '--token', TOKEN, '--stop-with-stdin']
  service = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: service.stdout as NodeJS.ReadableStream })) {
    url = line.replace('Reference service listening at ', '')
    break
  }
})
afterAll(async () => {
  service.kill()
  await rm(folder, { recursive: true, force: true })
})

/** In the folder, as time stands still and without a keychain. @returns how it ended and all that it said */
async function said(program: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TZ: 'Europe/Berlin',
      EVENTSCOPE_BASE_URL: url,
      EVENTSCOPE_TOKEN: TOKEN,
      NODE_OPTIONS: `--require=${join(root, 'e2e/same/frozen.cjs')}`,
      SAME_NOW: String(Date.parse(NOW)),
      SAME_SEED: 'kept',
      SAME_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const whole = `exit ${await ended}\n\n${out}\n--- standard error\n${errors}`
  return whole.replaceAll(folder, 'FOLDER').replaceAll(url, 'SERVICE')
}

const OCTOBER = ['--from', '2026-10', '--to', '2026-10', '--zone', 'Europe/Berlin', '--customer-id', 'cus_kestrel']
const RULED = [...OCTOBER, '--rules', 'rules.json', '--user-data', 'user-data']
const CHECK = 'electron/command/check.ts'

test.each([
  ['export', 'electron/command/export.ts', '--out', 'october.ndjson', '--sum', 'quantity', ...RULED],
  ['verify-receipt', 'electron/command/verify-receipt-command.ts', 'october.ndjson'],
  ['check', CHECK, '--file', 'ledger.csv', '--event-code', 'build_minutes', ...RULED],
  ['check-invoice', CHECK, '--kind', 'invoice', '--file', 'invoice.csv', ...RULED],
  ['check-service', 'contract/main.ts', '--token', TOKEN],
])('%s', async (name, program, ...args) => {
  const given = name === 'check-service' ? [...args, '--url', url] : args
  const file = join(root, 'electron/command/fixtures/kept-outputs', `${name}.txt`)
  await expect(await said(program, ...given)).toMatchFileSnapshot(file)
})
