// What the commands say of themselves, of options that they refuse, and of services.
import { OCTOBER, putRules } from '../october-for-commands.ts'
import { type Stage, TOKEN } from '../stage.ts'

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
  ['export', '--out', 'x.csv', '--zone', 'Mars'],
  ['export', '--out', 'x.csv', '--columns', 'nothing', ...OCTOBER],
  ['export', '--out', 'x.parquet', '--partition', 'hour'],
  ['check', '--kind', 'bill', '--file', 'rules.json'],
  ['check-service', '--url', 'ftp://nowhere'],
  ['nonsense'],
]

/** Services that keep the interface, leave parts of it open in their own ways, or do not keep it. */
const SERVICES: readonly string[][] = [
  [],
  ['--total', 'page', '--order', 'unstable', '--bounds', 'half-open', '--over-limit', 'clamp', '--combine', 'or'],
  ['--property-match', 'text', '--errors', 'html', '--unauthorized', '403', '--offset-cost', '0', '--total-cap', '100'],
]

export async function playCommands(stage: Stage): Promise<void> {
  const userData = ['--user-data', stage.userData]
  putRules(stage)
  for (const name of ['--help', '--version']) await stage.command(name, name)
  for (const name of ['open', 'export', 'check', 'verify', 'service', 'check-service'])
    await stage.command(`${name} help`, name, '--help')
  stage.connected = await stage.service('--sample')
  for (const args of REFUSED) {
    const takesFolder = args[0] !== 'verify' && args.length > 1
    await stage.command(`refused ${args.join(' ')}`, ...args, ...(takesFolder ? userData : []))
  }
  stage.connected = null
  for (const switches of SERVICES) {
    const url = await stage.service('--events', '237', '--seed', '7', ...switches)
    await stage.command(`check the service ${switches.join(' ')}`, 'check-service', '--url', url, '--token', TOKEN)
  }
}
