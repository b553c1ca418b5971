// From and To: typed or picked in the header's zone, sent in UTC, computed from the service's clock and never from this
// one.
import type { Locator } from '@playwright/test'
import type { Inspector } from './kit/inspector.ts'
import { json, pageOf, type ScriptedService } from './scripted-service.ts'
import { expect, rows, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow()

type Sent = { created_at_from?: string; created_at_to?: string }

/** What the last search sent. */
const sent = (scripted: ScriptedService) => JSON.parse(scripted.asked.at(-1)?.body ?? '{}') as Sent

const from = (window: Inspector) => window.textbox('From', window.filters)
const to = (window: Inspector) => window.textbox('To', window.filters)
const period = (window: Inspector) => window.filters.getByRole('combobox', { name: 'Period', exact: true })

/** The words under a field, and in its tooltip: the UTC instant that it will send, or what is wrong with it. */
async function expectBeside(field: Locator, words: string | RegExp): Promise<void> {
  await expect(field).toHaveAccessibleDescription(words)
}

const meanings = [
  // What was typed, in which zone, and what it means in UTC: worked out by hand from the zones' rules.
  ['UTC', '2026-11-20', '2026-11-20T00:00:00Z', '2026-11-20', '2026-11-20T23:59:59.999999999Z'],
  [
    'Europe/Berlin',
    '2026-11-20T14:52:57.123456789123+05:30',
    '2026-11-20T09:22:57.123456789123Z',
    '2026-11-20 14:52',
    '2026-11-20T13:52:00Z',
  ],
  // The two days a year: 23 and 25 hours long.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29', '2026-03-29T21:59:59.999999999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25', '2026-10-25T22:59:59.999999999Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-08', '2026-03-09T03:59:59.999999999Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-01', '2026-11-02T04:59:59.999999999Z'],
] as const

test('RFC 3339, a date and time in the zone, a date alone as the whole day: the UTC instant beside is what is sent', async ({
  window,
  scripted,
}) => {
  let zone = 'UTC'
  for (const [wanted, typedFrom, utcFrom, typedTo, utcTo] of meanings) {
    if (wanted !== zone) await window.chooseZone(wanted)
    zone = wanted
    await from(window).fill(typedFrom)
    await to(window).fill(typedTo)
    await expectBeside(from(window), utcFrom)
    await expectBeside(to(window), utcTo)
    await window.search()
    expect(sent(scripted)).toMatchObject({ created_at_from: utcFrom, created_at_to: utcTo })
    await expect(from(window)).toHaveValue(typedFrom)
  }
})

const changes = [
  {
    zone: 'Europe/Berlin',
    skipped: '2026-03-29 02:30',
    doubled: '2026-10-25 02:30',
    question: '02:30 happens twice on 25 Oct. Which one?',
    choices: { 'First (+02:00)': '2026-10-25T00:30:00Z', 'Second (+01:00)': '2026-10-25T01:30:00Z' },
  },
  {
    zone: 'America/New_York',
    skipped: '2026-03-08 02:30',
    doubled: '2026-11-01 01:30:00',
    question: '01:30 happens twice on 1 Nov. Which one?',
    choices: { 'First (-04:00)': '2026-11-01T05:30:00Z', 'Second (-05:00)': '2026-11-01T06:30:00Z' },
  },
]

test('hours that daylight saving skips are refused, hours that it doubles ask which', async ({ window, scripted }) => {
  for (const { zone, skipped, doubled, question, choices } of changes) {
    await window.chooseZone(zone)
    const asked = scripted.asked.length
    for (const field of [from(window), to(window)]) {
      await field.fill(skipped)
      await field.press('Enter')
      await expectBeside(field, /skipped/)
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveValue(skipped)
      await field.fill('')
    }
    await from(window).fill(doubled)
    const which = window.filters.getByRole('radiogroup', { name: question, exact: true })
    await window.button('Search', window.filters).click()
    await expect(which).toHaveAccessibleDescription('Choose which of the two you mean.')
    await expect(which.getByRole('radio').first()).toBeFocused()
    expect(scripted.asked.length).toBe(asked)

    for (const [name, utc] of Object.entries(choices)) {
      await which.getByRole('radio', { name, exact: true }).check()
      await expectBeside(from(window), utc)
      await window.search()
      expect(sent(scripted).created_at_from).toBe(utc)
    }
  }
})

const refused: [string, { From?: string; To?: string }, 'From' | 'To', RegExp][] = [
  ['a day that does not exist', { To: '2026-02-30' }, 'To', /no day 2026-02-30/],
  ['an hour that does not exist', { From: '2026-11-20 24:30' }, 'From', /no time 24:30/],
  ['an offset that does not exist', { From: '2026-11-20T10:00:00+25:00' }, 'From', /no offset \+25:00/],
  ['words that are no date', { From: 'soon' }, 'From', /Write 3 Nov, yesterday/],
  ['a day in words that does not exist', { To: '31 Feb 2026' }, 'To', /no day 31 Feb 2026/],
  ['a year of two digits', { From: '3.11.26' }, 'From', /four digits/],
  ['From after To', { From: '2026-11-21', To: '2026-11-20' }, 'From', /From is after To/],
]

for (const [what, typed, at, words] of refused) {
  test(`${what}: refused at the field, in words, with what was typed kept`, async ({ window, scripted }) => {
    const asked = scripted.asked.length
    await from(window).fill(typed.From ?? '')
    await to(window).fill(typed.To ?? '')
    await window.button('Search', window.filters).click()
    await expectBeside(window.textbox(at, window.filters), words)
    await expect(window.textbox(at, window.filters)).toHaveAttribute('aria-invalid', 'true')
    await expect(from(window)).toHaveValue(typed.From ?? '')
    await expect(to(window)).toHaveValue(typed.To ?? '')
    expect(scripted.asked.length).toBe(asked)
  })
}

test('both days are picked in one calendar; a time that was typed stays', async ({ window, scripted }) => {
  await window.chooseZone('America/New_York')
  await from(window).fill('2026-11-20 14:52:07.5')
  await to(window).fill('')
  await period(window).click()
  const day = window.page.getByRole('button', { name: '18 November 2026', exact: true })
  // Its styles come with it: a grid of days, under arrows of a button's size.
  expect((await day.boundingBox())?.width).toBeGreaterThan(24)
  expect((await window.button('Next month').boundingBox())?.height).toBeLessThanOrEqual(32)
  await day.click()
  await expect(window.status('Pick the last day')).toBeVisible()
  await window.page.getByRole('button', { name: '19 November 2026', exact: true }).click()
  await expect(from(window)).toHaveValue('2026-11-18 14:52:07.5')
  await expect(from(window)).toBeFocused()
  await window.search()
  expect(sent(scripted)).toMatchObject({
    created_at_from: '2026-11-18T19:52:07.5Z',
    created_at_to: '2026-11-20T04:59:59.999999999Z',
  })
})

test('the zone changes what is shown; a day stays a day, and keeps its hours on demand', async ({
  window,
  scripted,
}) => {
  await window.chooseZone('UTC')
  await window.search({ From: '2026-11-01', To: '2026-11-01' })
  const asked = scripted.asked.length
  const first = window.rows.first()
  await expect(first).toContainText('00:00:00')
  await window.open('evt_0000')
  const created = window.details.locator('[data-field="created_at"]')
  await expect(created).toHaveAttribute('data-value', '2026-11-01T00:00:00Z')

  await window.chooseZone('Europe/Berlin')
  await expect(first).toContainText('01:00:00')
  const head = window.grid.getByRole('columnheader', { name: 'Created', exact: true })
  await expect(head).toContainText('Berlin')
  await expect(head.getByRole('button')).toHaveAttribute('title', /Times are those of Berlin \(\+01:00\)$/)
  await expect(created).toHaveAttribute('data-value', '2026-11-01T00:00:00Z')
  await expect(created).toContainText('1 Nov 2026, 01:00:00 Berlin (+01:00)')
  // The days are days of Berlin now, until its user says that the hours were meant.
  await expect(from(window)).toHaveValue('2026-11-01')
  await expectBeside(from(window), '2026-10-31T23:00:00Z')
  await expect(window.filters).toContainText('Filters changed')
  await window.button('Keep the same hours', window.filters).click()
  await expectBeside(from(window), '2026-11-01T00:00:00Z')
  await expectBeside(to(window), '2026-11-01T23:59:59.999999999Z')
  await expect(from(window)).toHaveValue('2026-11-01 01:00')
  await expect(window.filters).not.toContainText('Filters changed')

  // What was typed and not applied stays as typed, and is read in the new zone.
  await from(window).fill('2026-10-31')
  await to(window).fill('no date')
  await to(window).blur()
  await window.chooseZone('America/New_York')
  await expect(to(window)).toHaveAttribute('aria-invalid', 'true')
  await expect(from(window)).toHaveValue('2026-10-31')
  await expectBeside(from(window), '2026-10-31T04:00:00Z')
  expect(scripted.asked.length).toBe(asked)
})

test('"Until now" and periods come from the service’s Date header, not from this clock', async ({
  window,
  scripted,
}) => {
  // Monday in Berlin already, and a year other than this machine's in any case.
  const year = new Date().getUTCFullYear() + 1
  const date = new Date(`${year}-03-14T23:30:00Z`).toUTCString()
  scripted.answers((_, response) => json(response, pageOf(rows), 200, { date }))
  await window.chooseZone('Europe/Berlin')
  await window.button('Refresh').click()
  await window.settled()

  const whole: [string, string, string][] = [
    ['Today', `${year}-03-14T23:00:00Z`, `${year}-03-15T22:59:59.999999999Z`],
    ['Yesterday', `${year}-03-13T23:00:00Z`, `${year}-03-14T22:59:59.999999999Z`],
    ['Last 7 days', `${year}-03-08T23:00:00Z`, `${year}-03-15T22:59:59.999999999Z`],
    ['This month', `${year}-02-28T23:00:00Z`, `${year}-03-31T21:59:59.999999999Z`],
    ['Last month', `${year}-01-31T23:00:00Z`, `${year}-02-28T22:59:59.999999999Z`],
  ]
  for (const [preset, utcFrom, utcTo] of whole) {
    await window.choosePeriod(preset)
    await expect(period(window)).toHaveText(preset)
    await expect.poll(() => sent(scripted).created_at_from).toBe(utcFrom)
    expect(sent(scripted)).toMatchObject({ created_at_from: utcFrom, created_at_to: utcTo })
  }
  const before = scripted.asked.length
  await window.choosePeriod('Last hour')
  await expect.poll(() => scripted.asked.length).toBe(before + 1)
  const hour = sent(scripted)
  expect(Date.parse(hour.created_at_to ?? '') - Date.parse(hour.created_at_from ?? '')).toBe(3_600_000)
  expect(hour.created_at_to).toMatch(new RegExp(`^${year}-03-14T23:3\\d:\\d\\dZ$`))

  await from(window).fill('')
  await window.choosePeriod('Until now')
  await window.search()
  expect(sent(scripted).created_at_to).toMatch(new RegExp(`^${year}-03-14T23:3\\d:\\d\\dZ$`))
  expect(sent(scripted).created_at_from).toBeUndefined()

  await period(window).click()
  await expect(window.page.locator('[aria-current="date"]')).toHaveText('15')
  await window.page.keyboard.press('Escape')
})

test('dates as people write them are read back before they are sent, and settled once they were', async ({
  window,
  scripted,
}) => {
  await window.chooseZone('UTC')
  const year = new Date().getUTCFullYear() + 1
  scripted.answers((_, response) =>
    json(response, pageOf(rows), 200, { date: new Date(`${year}-11-22T12:00:00Z`).toUTCString() }),
  )
  await window.button('Refresh').click()
  await window.settled()
  await from(window).fill('3 Nov')
  await to(window).fill('yesterday 14:30')
  await expectBeside(from(window), new RegExp(`Start of \\w{3} 3 Nov ${year} ?${year}-11-03T00:00:00Z`))
  await expectBeside(to(window), new RegExp(`21 Nov ${year}, 14:30 ?${year}-11-21T14:30:00Z`))
  await window.search()
  expect(sent(scripted)).toMatchObject({
    created_at_from: `${year}-11-03T00:00:00Z`,
    created_at_to: `${year}-11-21T14:30:00Z`,
  })
  await expect(from(window)).toHaveValue(`${year}-11-03`)
  await expect(to(window)).toHaveValue(`${year}-11-21 14:30`)

  // Read in two ways: asked, and nothing is sent meanwhile.
  const asked = scripted.asked.length
  await from(window).fill('3/11/2026')
  await window.button('Search', window.filters).click()
  const which = window.filters.getByRole('radiogroup', { name: 'Which day do you mean?', exact: true })
  await expect(which.getByRole('radio').first()).toBeFocused()
  expect(scripted.asked.length).toBe(asked)
  await which.getByRole('radio', { name: 'Wed 11 Mar 2026', exact: true }).check()
  await window.search()
  expect(sent(scripted).created_at_from).toBe('2026-03-11T00:00:00Z')
  await expect(from(window)).toHaveValue('2026-03-11')
})
