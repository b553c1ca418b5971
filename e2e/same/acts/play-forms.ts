// What forms refuse and do: connections, saved searches, customer names, price rules and kept snapshots, each with what
// is wrong in it, renamed, and deleted.
import type { Locator } from '@playwright/test'
import { type Stage, TOKEN } from '../stage.ts'

const dialogOf = ({ page }: Stage, name: string) => page.getByRole('dialog', { name, exact: true })

/** Chooses from a menu of the window. */
async function choose(stage: Stage, menu: Locator, item: string): Promise<void> {
  await menu.click()
  await stage.page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Writes each text into the field of its label, presses, and looks. */
async function submit(stage: Stage, form: Locator, texts: Record<string, string>, press: string, at: string) {
  for (const [label, text] of Object.entries(texts))
    await form.getByRole('textbox', { name: label, exact: true }).fill(text)
  await stage.inspector.button(press, form).click()
  await stage.look(at)
}

export async function playForms(stage: Stage): Promise<void> {
  const url = await stage.service('--events', '60', '--seed', '3')
  const limited = await stage.service('--rate-limit', '0.02/s')
  const elsewhere = [
    ['a service that refuses the key', await stage.service('--unauthorized', '403', '--token', 'tok-another')],
    ['a service that redirects', await stage.service('--redirect', 'all')],
    ['a service that fails in HTML', await stage.service('--fail', '503:all', '--errors', 'html')],
    ['a service that cuts its answers', await stage.service('--cut-body', 'all')],
    ['a service that lets one request in', limited],
    ['a service that asks to wait', limited],
    ['a service that fails', await stage.service('--fail', '500:all')],
    ['an address where nobody answers', `http://127.0.0.1:${stage.place.port + 39}`],
  ] as const
  const { connectionDialog } = await stage.window(null)
  const refused: [at: string, texts: Record<string, string>][] = [
    ['nothing filled in', {}],
    ['an address that is none', { Name: 'Acme', 'Base URL': 'acme', 'API key': TOKEN }],
    ['an address of another kind', { 'Base URL': 'ftp://acme.example' }],
    ['a key of two lines', { 'Base URL': url, 'API key': 'two\nlines' }],
    ['a name that is too long', { Name: 'A'.repeat(300), 'API key': TOKEN }],
  ]
  for (const [at, texts] of refused) await submit(stage, connectionDialog, texts, 'Save and connect', at)
  for (const [at, baseUrl] of [['a service that answers', url] as const, ...elsewhere])
    await submit(stage, connectionDialog, { Name: 'Acme', 'Base URL': baseUrl }, 'Test connection', `tested: ${at}`)
  await stage.inspector.connect({ name: 'Acme', baseUrl: url, token: TOKEN })
  await playConnections(stage, url)
  await playNames(stage)
  await playKeptSnapshots(stage)
  await playDeleting(stage)
}

/** Another of the same name, a new name, another environment, and a key that is refused. */
async function playConnections(stage: Stage, url: string): Promise<void> {
  const { inspector, page } = stage
  const { connectionDialog } = inspector
  const menu = inspector.button('Switch connection')
  await choose(stage, menu, 'Add connection…')
  const same = { Name: 'acme', 'Base URL': url, 'API key': TOKEN }
  await submit(stage, connectionDialog, same, 'Save and connect', 'a name that is taken')
  await inspector.connect({ name: 'Second', baseUrl: url, token: TOKEN })
  await choose(stage, menu, 'Edit connection…')
  const editing = page.getByRole('dialog', { name: /^Edit / })
  await stage.look('a connection edited')
  await submit(stage, editing, { Name: 'ACME' }, 'Save and connect', 'renamed to what is taken')
  await inspector.button('More', editing).click()
  await editing.getByText('Production', { exact: true }).click()
  await submit(stage, editing, { Name: 'Second, production' }, 'Save and connect', 'renamed')
  await choose(stage, menu, 'Replace API key…')
  const key = page.getByRole('dialog', { name: /^API key for / })
  for (const [at, text] of [
    ['no key', ''],
    ['a key that is refused', 'tok-wrong'],
  ] as const)
    await submit(stage, key, { 'API key': text }, 'Save and retry', at)
  await choose(stage, menu, 'Forget API key…')
  await stage.look('the key is to be forgotten')
  await inspector.button('Forget API key', dialogOf(stage, 'Forget API key')).click()
  await stage.look('without a key')
}

/** Of searches and customers. */
async function playNames(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  const menu = inspector.button('Switch connection')
  await menu.click()
  await page.getByRole('menuitem', { name: /^Acme/ }).click()
  await inspector.settled()
  const saving = dialogOf(stage, 'Save this search')
  for (const [at, name] of [
    ['a search without a name', ' '],
    ['a search saved', 'All of it'],
    ['a search whose name is taken', 'all OF it'],
  ] as const) {
    if (!(await saving.isVisible()))
      await choose(stage, inspector.button('Searches', inspector.filters), 'Save this search')
    await submit(stage, saving, { 'Name of the search': name }, 'Save', at)
  }
  await inspector.button('Remove “All of it”', saving).click()
  await stage.look('a search removed')
  await page.keyboard.press('Escape')
  const naming = dialogOf(stage, 'Customer names')
  for (const [at, text] of [
    ['names without IDs', 'Acme Corp'],
    ['a name of two customers', 'Acme, cus_a\nAcme, cus_b'],
    ['no names', ''],
  ] as const) {
    if (!(await naming.isVisible())) await choose(stage, menu, 'Customer names…')
    await submit(stage, naming, { Names: text }, 'Save names', at)
  }
}

/** In their list and in the head of one that is open. */
async function playKeptSnapshots(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  const { snapshot } = inspector
  await inspector.takeSnapshot()
  await inspector.backToLive()
  await inspector.search({ type: 'Credit' })
  await inspector.takeSnapshot()
  const more = inspector.button('More actions', snapshot)
  await choose(stage, more, 'Rename…')
  const renaming = dialogOf(stage, 'Rename this snapshot')
  for (const [at, name] of [
    ['no name', ''],
    ['the name of another', 'All events'],
    ['renamed in its head', 'Credits'],
  ] as const)
    await submit(stage, renaming, { Name: name }, 'Rename', at)
  await inspector.button('Snapshots').click()
  const list = dialogOf(stage, 'Snapshots')
  const inList = (name: string, item: string) => choose(stage, inspector.button(`More for ${name}`, list), item)
  await inList('All events', 'Rename…')
  await submit(stage, list, { Name: 'CREDITS' }, 'Rename', 'the name of another, in the list')
  await submit(stage, list, { Name: 'Everything' }, 'Rename', 'renamed in the list')
  await inList('Everything', 'Delete automatically…')
  await submit(stage, list, { 'Delete after this many days': '30' }, 'Save', 'deleted after 30 days')
  await inList('Everything', 'Keep as closing copy…')
  await stage.look('to be kept as a closing copy')
  await inspector.button('Cancel', list).click()
  await inspector.button('Delete snapshots that hold a customer…', list).click()
  for (const customer of ['cus_nobody', 'cus_5Rb7nVy'])
    await submit(stage, list, { 'Customer ID': customer }, 'Find snapshots', `snapshots that hold ${customer}`)
  await page.keyboard.press('Escape')
}

async function playDeleting(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  const { snapshot } = inspector
  await choose(stage, inspector.button('More actions', snapshot), 'Delete…')
  await stage.look('a snapshot to be deleted')
  await inspector.button('Delete it', dialogOf(stage, 'Delete this snapshot')).click()
  await stage.look('a snapshot deleted')
  await choose(stage, inspector.button('Switch connection'), 'Delete connection…')
  await stage.look('a connection to be deleted')
  await inspector.button('Delete connection', dialogOf(stage, 'Delete connection')).click()
  await stage.look('a connection deleted')
  await page.getByRole('button', { name: /on this computer…$/ }).click()
  await stage.look('snapshots without a connection')
}
