// The sample company's October as files: every option that changes one, what the command says, and what "verify" says of it.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OCTOBER, putRules } from '../october-for-commands.ts'
import type { Stage } from '../stage.ts'

/** Three of Kestrel's events are not so. */
const SHAPES = `{"$schema":"https://json-schema.org/draft/2020-12/schema","allOf":[{"if":{"properties":{"event_code":{"const":
"build_minutes"}},"required":["event_code"]},"then":{"required":["event_properties"],"properties":{"event_properties":
{"type":"object","required":["quantity"],"properties":{"quantity":{"type":"number"}}}}}}]}`

/** Each with its file and its further options. */
const EXPORTS: readonly [file: string, ...options: string[]][] = [
  ['all.csv'],
  ['all.xlsx'],
  ['all.ndjson'],
  ['all.parquet'],
  ['newest.csv', '--order', 'newest', '--separator', 'semicolon', '--decimal', 'comma', '--no-guards'],
  ['columns.csv', '--columns', 'event_id,customer_id,event_code,amount,currency', '--separator', 'tab'],
  ['columns.parquet', '--columns', 'event_id,created_at,amount,quantity'],
  ['columns.ndjson', '--columns', 'event_id,quantity,currency', '--customer-id', 'cus_kestrel'],
  ['sums.csv', '--sum', 'amount', '--sum', 'quantity'],
  ['ruled.csv', '--rules', 'rules.json'],
  ['ruled.xlsx', '--rules', 'rules.json'],
  ['ruled.ndjson', '--rules', 'rules.json'],
  ['ruled.parquet', '--rules', 'rules.json'],
  ['kestrel.xlsx', '--customer-id', 'cus_kestrel', '--rules', 'rules.json'],
  ['refunds.ndjson', '--event-type', 'credit', '--event-code', 'refund'],
  ['nothing.csv', '--customer-id', 'cus_nobody'],
  ['shaped.ndjson', '--expect', 'shapes.json', '--rules', 'rules.json', '--customer-id', 'cus_kestrel'],
  ['kathmandu.csv', '--zone', 'Asia/Kathmandu', '--customer-id', 'cus_brume', '--order', 'newest'],
  ['property.csv', '--property', 'currency=string:GBP'],
  ['days', '--partition', 'day', '--format', 'parquet', '--customer-id', 'cus_atelier'],
]

export async function playExports(stage: Stage): Promise<void> {
  const { work } = stage.place
  const path = (name: string) => join(work, name)
  putRules(stage)
  writeFileSync(path('shapes.json'), SHAPES)
  stage.connected = await stage.service('--sample')
  for (const [file, ...options] of EXPORTS) {
    const range = options.includes('--zone') ? OCTOBER.slice(0, OCTOBER.indexOf('--zone')) : OCTOBER
    const further = [...range, ...options, '--user-data', stage.userData]
    await stage.command(`export ${file}`, 'export', '--out', file, ...further)
    for (const name of filesOf(work, file)) stage.file(name, readFileSync(path(name)))
  }
  for (const [file] of EXPORTS) await stage.command(`verify ${file}`, 'verify', file)
  for (const file of ['all.csv', 'all.ndjson']) {
    writeFileSync(path(file), readFileSync(path(file), 'utf8').replace('cus_lumen', 'cus_humen'))
    await stage.command(`verify a changed ${file}`, 'verify', file)
  }
  await exportUnits(stage)
  const receipt = path('ruled.csv.datapackage.json')
  writeFileSync(receipt, readFileSync(receipt, 'utf8').replace('64916', '64917'))
  await stage.command('verify by a changed receipt', 'verify', 'ruled.csv')
}
/** Amounts that two properties tell apart, which none of the sample company's has. */
async function exportUnits(stage: Stage): Promise<void> {
  const { work } = stage.place
  const sent = [
    ['EUR', 'GB'],
    ['USD', 'GB'],
    ['EUR', 'call'],
  ]
  const events = sent.map(
    ([currency, unit], at) =>
      `{"event_id":"evt_${at}","customer_id":"cus_a","event_code":"usage","event_type":"debit","created_at":"2026-10-0${at + 1}T10:00:00Z","event_properties":{"amount":${at}.25,"currency":"${currency}","unit":"${unit}"}}`,
  )
  writeFileSync(join(work, 'units.ndjson'), events.join('\n'))
  stage.connected = await stage.service('--data', join(work, 'units.ndjson'))
  const options = ['--out', 'units.xlsx', '--sum', 'amount', ...OCTOBER, '--user-data', stage.userData]
  await stage.command('export units.xlsx', 'export', ...options)
  for (const name of filesOf(work, 'units.xlsx')) stage.file(name, readFileSync(join(work, name)))
}

/** A file with what lies beside it, or a folder's files. */
function filesOf(work: string, file: string): string[] {
  const bare = file.replace(/\.\w+$/, '')
  return readdirSync(work, { recursive: true, encoding: 'utf8' })
    .filter((name) => [file, `${bare}-`, `${bare} `].some((beginning) => name.startsWith(beginning)))
    .filter((name) => statSync(join(work, name)).isFile())
    .sort()
}
