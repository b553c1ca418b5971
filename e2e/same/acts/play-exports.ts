// The sample company's October as files: every option that changes one, what the command says, and what "verify" says
// of it.
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
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
  await exportOdd(stage)
  renameSync(path('sums.csv'), path('renamed.csv'))
  renameSync(path('sums.csv.datapackage.json'), path('renamed.csv.datapackage.json'))
  await stage.command('verify a renamed sums.csv', 'verify', 'renamed.csv')
  // As long as it was.
  const charges = path('ruled.charges.csv')
  writeFileSync(charges, readFileSync(charges, 'utf8').replace('cus_lumen', 'cus_humen'))
  await stage.command('verify ruled.csv by changed charges', 'verify', 'ruled.csv')
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

/** Texts, numbers and times that a format has to write otherwise than as they are, or may lose something of. */
const ODD: readonly string[] = [
  '"note":"says \\"no\\", and\\ttab","amount":1',
  '"note":"_x0041_ and _x41_","amount":1.50',
  '"note":"two\\r\\nlines, \\u0007 and \\ud83d\\ude00","amount":"1.50"',
  '"note":"=1+1","amount":-0.10',
  '"note":"00042","amount":12345678901234567890.123456789',
  '"note":"\'quoted","amount":1e3',
  '"note":" <b>&amp;</b> | a;b ","amount":0.0000000000012',
  '"note":{"a":[1,"\\""]},"amount":null',
  '"note":"","amount":true',
  '"note":"more than its price","amount":10.00,"quantity":3,"unit_price":3',
]
/** Of another type than all the others: it takes off, without being a debit below zero. */
const ODD_CREDIT = '"note":"less than nothing","amount":-2.00'
const ODD_RULES = `{"eventscopeRules":1,"rules":[{"codes":["usage"],"effect":"as-sent","quantity":{"by":"sum","property":"quantity"},
"money":{"by":"amount","property":"amount","price":"unit_price"},"currency":{"fixed":"EUR"},"tax":"net"}]}`

/** In each format, and as a spreadsheet of other habits takes them. */
async function exportOdd(stage: Stage): Promise<void> {
  const { work } = stage.place
  const events = [...ODD, ODD_CREDIT].map(
    (properties, at) =>
      `{"event_id":"odd_${at}","customer_id":"cus_${at % 2 === 0 ? 'a' : 'ü, \\"b\\"'}","event_code":"usage","event_type":"${properties === ODD_CREDIT ? 'credit' : 'debit'}","created_at":"2026-10-25T00:30:${10 + at}.12345678${at % 10}Z","event_properties":{${properties}}}`,
  )
  writeFileSync(join(work, 'odd.ndjson'), events.join('\n'))
  writeFileSync(join(work, 'odd-rules.json'), ODD_RULES)
  stage.connected = await stage.service('--data', join(work, 'odd.ndjson'))
  const files = [
    ['odd-texts.csv'],
    ['odd-german.csv', '--separator', 'semicolon', '--decimal', 'comma'],
    ['odd-bare.csv', '--separator', 'tab', '--no-guards'],
    ['odd-texts.xlsx'],
    ['odd-texts.ndjson'],
    ['odd-texts.parquet'],
    ['odd-ruled.csv', '--rules', 'odd-rules.json'],
    ['odd-ruled.xlsx', '--rules', 'odd-rules.json'],
  ]
  for (const [file = '', ...options] of files) {
    await stage.command(
      `export ${file}`,
      'export',
      '--out',
      file,
      ...options,
      ...OCTOBER,
      '--user-data',
      stage.userData,
    )
    for (const name of filesOf(work, file)) stage.file(name, readFileSync(join(work, name)))
    await stage.command(`verify ${file}`, 'verify', file)
  }
}

/** A file with what lies beside it, or a folder's files. */
function filesOf(work: string, file: string): string[] {
  const [, bare = file, ending = ''] = /^(.*)(\.\w+)$/.exec(file) ?? []
  return readdirSync(work, { recursive: true, encoding: 'utf8' })
    .filter((name) =>
      [file, `${bare}-`, `${bare} `, `${bare}.charges${ending}`].some((beginning) => name.startsWith(beginning)),
    )
    .filter((name) => statSync(join(work, name)).isFile())
    .sort()
}
