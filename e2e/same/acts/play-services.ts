// Services that leave the interface open in ways of their own, and generated worlds of events: what the window says of
// them, from the live page to the tabs of a snapshot.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eachCopy, eachFold, eachPage } from '../explore.ts'
import { type Stage, TOKEN } from '../stage.ts'
import { worlds } from '../worlds.ts'
import { checkFile, chooseFile, pasteRules } from './play-files.ts'

const SERVICES: readonly [name: string, ...switches: string[]][] = [
  // Three pages: further ones are asked for ahead of an end that no total tells, and how many are is decided by their
  // speed.
  [
    'Few at a time',
    '--events',
    '60',
    '--over-limit',
    'clamp',
    '--clamp-to',
    '25',
    '--total',
    'page',
    '--order',
    'shuffled',
  ],
  ['Up to a hundred', '--total-cap', '100', '--bounds', 'half-open', '--combine', 'or', '--property-match', 'text'],
  [
    'Mixed kinds',
    '--mixed-kinds',
    '0.2',
    '--text-amounts',
    '0.3',
    '--look-alikes',
    '0.1',
    '--currencies',
    'EUR,USD,JPY',
  ],
  ['Again and again', '--order', 'oldest', '--duplicate-ids', '0.1', '--range-precision', 'days', '--fail', '503:#6'],
]

const TABS = ['Events', 'Totals', 'Values', 'Checks']

async function connect({ inspector, page }: Stage, name: string, baseUrl: string): Promise<void> {
  if (!(await inspector.connectionDialog.isVisible())) {
    await inspector.button('Switch connection').click()
    await page.getByRole('menuitem', { name: 'Add connection…', exact: true }).click()
  }
  await inspector.connect({ name, baseUrl, token: TOKEN })
}

async function lookAtTabs(stage: Stage, name: string): Promise<void> {
  const { inspector, page } = stage
  for (const tab of TABS) {
    await inspector.openTab(tab)
    await stage.look(`${name}, ${tab}`)
  }
  await inspector.button('How it was read', inspector.snapshot).click()
  await stage.look(`${name}, how it was read`)
  await eachFold(stage, page.getByRole('dialog', { name: 'How it was read', exact: true }), name)
  await page.keyboard.press('Escape')
}

export async function playOtherServices(stage: Stage): Promise<void> {
  await stage.window(null)
  const { inspector } = stage
  for (const [name, ...switches] of SERVICES) {
    await connect(stage, name, await stage.service('--events', '237', '--seed', '7', ...switches))
    await stage.look(name)
    await eachPage(stage, inspector.pages, name)
    await inspector.search({ 'Event code': 'api_calls', properties: [{ name: 'region', value: 'eu' }] })
    await stage.look(`${name}, searched`)
    await inspector.search({})
    await inspector.takeSnapshot()
    await lookAtTabs(stage, name)
    await inspector.backToLive()
  }
}

const EACH = 4

/** @param first of the four worlds that are looked at */
export async function playWorlds(stage: Stage, first: number): Promise<void> {
  await stage.window(null)
  const { inspector } = stage
  for (const [at, world] of worlds(EACH, first).entries()) {
    const number = first + at
    const name = `World ${number}`
    const file = join(stage.place.work, `world-${number}.ndjson`)
    writeFileSync(file, world.events.join('\n'))
    await connect(stage, name, await stage.service('--data', file))
    await stage.look(name)
    await inspector.takeSnapshot()
    await pasteRules(stage, world.rules)
    await lookAtTabs(stage, name)
    await inspector.openTab('Totals')
    await eachCopy(stage, inspector.snapshot, name)
    await inspector.openTab('Check a file')
    const asked = inspector.snapshot.getByRole('tabpanel').getByRole('group')
    const offered = asked.getByRole('listitem').getByRole('button').first()
    for (const kind of ['ledger', 'invoice'] as const) {
      await chooseFile(stage, `${kind}-${number}.csv`, world[kind].split('\n'))
      await stage.look(`${name}, its ${kind}`)
      // What it leaves open is answered by what is offered first.
      if (await offered.isVisible()) await offered.click()
      await checkFile(stage, `${name}, its ${kind} checked`)
    }
    await inspector.backToLive()
  }
}
