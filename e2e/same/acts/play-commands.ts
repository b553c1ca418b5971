// The commands on the sample company's October: every option that changes a file, what they say, and how they end.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_COMPANY_RULES } from '../sample-rules.ts'
import type { Stage } from '../stage.ts'

const OCTOBER = ['--from', '2026-10', '--to', '2026-10', '--zone', 'Europe/Berlin']

/** Each with its file and its further options. */
const EXPORTS: readonly [file: string, ...options: string[]][] = [
  ['all.csv'],
  ['all.xlsx'],
  ['all.ndjson'],
  ['all.parquet'],
  ['newest.csv', '--order', 'newest', '--separator', 'semicolon', '--decimal', 'comma', '--no-guards'],
  ['columns.csv', '--columns', 'event_id,customer_id,event_code,amount,currency', '--separator', 'tab'],
  ['columns.parquet', '--columns', 'event_id,created_at,amount,quantity'],
  ['sums.csv', '--sum', 'amount', '--sum', 'quantity'],
  ['ruled.csv', '--rules', 'rules.json'],
  ['ruled.xlsx', '--rules', 'rules.json'],
  ['ruled.ndjson', '--rules', 'rules.json'],
  ['ruled.parquet', '--rules', 'rules.json'],
  ['kestrel.xlsx', '--customer-id', 'cus_kestrel', '--rules', 'rules.json'],
  ['refunds.ndjson', '--event-type', 'credit', '--event-code', 'refund'],
  ['nothing.csv', '--customer-id', 'cus_nobody'],
  ['property.csv', '--property', 'currency=string:GBP'],
  ['days', '--partition', 'day', '--format', 'parquet', '--customer-id', 'cus_atelier'],
]

const REFUSED: readonly string[][] = [
  ['export'],
  ['export', '--out', 'x.txt'],
  ['export', '--out', 'x.csv', '--from', 'yesterday'],
  ['export', '--out', 'x.csv', '--property', 'a=1'],
  ['export', '--out', 'x.csv', '--rules', 'bad-rules.json', ...OCTOBER],
  ['export', '--out', 'no-folder/x.csv', ...OCTOBER],
  ['check', '--file', 'not-there.csv', ...OCTOBER],
  ['check', '--file', 'rules.json', '--rules', 'rules.json', ...OCTOBER],
  ['verify', 'not-there.csv'],
  ['nonsense'],
]

export async function playCommands(stage: Stage): Promise<void> {
  const { work } = stage.place
  const path = (name: string) => join(work, name)
  writeFileSync(path('rules.json'), SAMPLE_COMPANY_RULES)
  writeFileSync(path('bad-rules.json'), SAMPLE_COMPANY_RULES.replace('"as-sent"', '"as-meant"'))
  for (const name of ['--help', '--version']) await stage.command(name, name)
  for (const name of ['open', 'export', 'check', 'verify', 'service', 'check-service'])
    await stage.command(`${name} help`, name, '--help')
  stage.connected = await stage.service('--sample')
  const userData = ['--user-data', path('user-data')]
  for (const args of REFUSED)
    await stage.command(
      `refused ${args.join(' ')}`,
      ...args,
      ...(args[0] === 'verify' || args.length === 1 ? [] : userData),
    )

  for (const [file, ...options] of EXPORTS) {
    await stage.command(`export ${file}`, 'export', '--out', file, ...options, ...OCTOBER, ...userData)
    for (const name of filesOf(work, file)) stage.file(name, readFileSync(path(name)))
  }
  for (const [file] of EXPORTS) await stage.command(`verify ${file}`, 'verify', file)
  const changed = readFileSync(path('all.csv'), 'utf8').replace('cus_lumen', 'cus_humen')
  writeFileSync(path('all.csv'), changed)
  await stage.command('verify a file that was changed', 'verify', 'all.csv')

  await checkFiles(stage)
  stage.connected = null
  await stage.command(
    'check the service',
    'check-service',
    '--url',
    await stage.service('--events', '237', '--seed', '7'),
    '--token',
    'tok-same',
  )
}

/** Ledgers and invoices that agree, differ, ask and are refused. */
async function checkFiles(stage: Stage): Promise<void> {
  const { work } = stage.place
  const put = (name: string, lines: readonly string[]) => writeFileSync(join(work, name), `${lines.join('\r\n')}\r\n`)
  const [, ...rows] = readFileSync(join(work, 'columns.csv'), 'utf8').trim().split('\r\n')
  const lines = rows.map((row) => row.split('\t'))
  const heads = 'event_id,customer_id,event_code,amount,currency'
  const joined = lines.map((cells) => cells.join(','))
  put('ledger.csv', [heads, ...joined])
  put('ledger-differing.csv', [
    heads,
    ...joined.slice(5, 700).map((line, at) => (at % 97 === 0 ? line.replace(/(\d)(\d*)(,[A-Z]{3})$/, '9$2$3') : line)),
    joined[10] ?? '',
    'evt_nobody,cus_lumen,api_calls,12.50,EUR',
  ])
  put('ledger-asking.csv', ['event_id;Soll;Haben', ...lines.slice(0, 20).map(([id, , , amount]) => `${id};${amount};`)])
  put('invoice.csv', [
    'customer,item,period,quantity,unit_price,amount,currency',
    'cus_nordlicht,api_calls,2026-10,,,1000.00,EUR',
    'cus_nordlicht,seats,2026-10,31,29,899.00,EUR',
    'cus_nordlicht,egress_gb,2026-10,,,500.00,EUR',
    'cus_nordlicht,build_minutes,2026-10,,,46.00,EUR',
    'cus_nordlicht,Platform fee,2026-10,1,99,99.00,EUR',
  ])
  const userData = ['--user-data', join(work, 'user-data')]
  const ruled = [...OCTOBER, '--rules', 'rules.json', ...userData]
  for (const file of ['ledger.csv', 'ledger-differing.csv', 'ledger-asking.csv'])
    await stage.command(`check ${file}`, 'check', '--file', file, ...ruled)
  await stage.command(
    'check by key',
    'check',
    '--file',
    'ledger-differing.csv',
    '--key',
    'customer_id,event_code',
    ...ruled,
  )
  await stage.command(
    'check as sent',
    'check',
    '--file',
    'ledger.csv',
    '--sent',
    'amount,currency',
    ...OCTOBER,
    ...userData,
  )
  await stage.command('check an invoice', 'check', '--kind', 'invoice', '--file', 'invoice.csv', ...ruled)
  await stage.command(
    'check an invoice with edges',
    'check',
    '--kind',
    'invoice',
    '--file',
    'invoice.csv',
    '--edges',
    ...ruled,
  )
  for (const file of ['ruled.csv', 'ruled.xlsx', 'all.ndjson'])
    await stage.command(`check our own ${file}`, 'check', '--file', file, ...ruled)
}

/** A file with what lies beside it, or a folder's files. */
function filesOf(work: string, file: string): string[] {
  mkdirSync(work, { recursive: true })
  return readdirSync(work, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.startsWith(file) ||
        name.startsWith(`${file.replace(/\.\w+$/, '')}-`) ||
        name.startsWith(`${file.replace(/\.\w+$/, '')} `),
    )
    .filter((name) => statSync(join(work, name)).isFile())
    .sort()
}
