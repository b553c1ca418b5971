// Ledgers and invoices held against the sample company's October by command.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OCTOBER, putRules } from '../october-for-commands.ts'
import type { Stage } from '../stage.ts'

const RULED = ['--rules', 'rules.json']
const INVOICE = ['--kind', 'invoice', ...RULED]
const GERMAN = ['invoice-german.csv', '--customer', 'cus_nordlicht', ...INVOICE]

/** What is held against the service, each with its further options. */
const EXPORTS: readonly [file: string, ...options: string[]][] = [
  ['columns.csv', '--columns', 'event_id,customer_id,event_code,amount,currency', '--separator', 'tab'],
  ['ruled.csv', ...RULED],
  ['ruled.xlsx', ...RULED],
  ['all.ndjson'],
]

/** Ledgers and invoices that agree, differ, ask and are refused, and our own files. */
const CHECKS: readonly (readonly string[])[] = [
  ['ledger.csv', ...RULED],
  ['ledger-differing.csv', ...RULED],
  ['ledger-summed.csv', ...RULED],
  ['ledger-asking.csv', ...RULED],
  ['ledger-differing.csv', '--key', 'customer_id,event_code', ...RULED],
  ['ledger.csv', '--sent', 'amount,currency'],
  ['invoice.csv', ...INVOICE],
  ['invoice.csv', '--edges', ...INVOICE],
  GERMAN,
  [...GERMAN, '--map', 'map.csv', '--currency', 'EUR', '--shown-zone', 'UTC'],
  ['ruled.csv', ...RULED],
  ['ruled.xlsx', ...RULED],
  ['all.ndjson', ...RULED],
]

export async function playChecks(stage: Stage): Promise<void> {
  putRules(stage)
  stage.connected = await stage.service('--sample')
  const run = (command: string, to: string, [file = '', ...options]: readonly string[]) =>
    stage.command(
      [command, file, ...options].join(' '),
      ...[command, to, file, ...options],
      ...[...OCTOBER, '--user-data', stage.userData],
    )
  for (const args of EXPORTS) await run('export', '--out', args)
  putFiles(stage.place.work)
  for (const args of CHECKS) await run('check', '--file', args)
}

/** Files that somebody else has, made of what was exported. */
function putFiles(work: string): void {
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
  put('ledger-summed.csv', [heads, ...joined.slice(0, 30), 'Total,,,1.00,EUR'])
  put('ledger-asking.csv', ['event_id;Soll;Haben', ...lines.slice(0, 20).map(([id, , , amount]) => `${id};${amount};`)])
  put('invoice.csv', [
    'customer,item,period,quantity,unit_price,amount,currency',
    'cus_nordlicht,api_calls,2026-10,,,1000.00,EUR',
    'cus_nordlicht,seats,2026-10,31,29,899.00,EUR',
    'cus_nordlicht,egress_gb,2026-10,,,500.00,EUR',
    'cus_nordlicht,build_minutes,2026-10,,,46.00,EUR',
    'cus_nordlicht,Platform fee,2026-10,1,99,99.00,EUR',
  ])
  put('invoice-german.csv', [
    'Rechnung 2026-10-118;;;;',
    'Position;Von;Bis;Menge;Betrag (EUR)',
    'api_calls;01.10.2026;31.10.2026;19.800.000;7.920,00',
    'seats;01.10.2026;31.10.2026;140;4.060,00',
    'build_minutes;01.10.2026;31.10.2026;14.000;112,00',
    'Plattformgebühr;01.10.2026;31.10.2026;1;250,00',
    'Gutschrift;;;;(150,00)',
    'Summe;;;;12.192,00',
  ])
  put('map.csv', ['of,said,is', 'code,Gutschrift,refund', 'not-from-events,Plattformgebühr,fee', 'total,Summe,'])
}
