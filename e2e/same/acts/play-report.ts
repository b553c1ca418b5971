// A report of the sample company: an event, tables and a note, for a colleague, masked, and as a letter in both
// languages.
import { eachCopy } from '../explore.ts'
import { openOctober } from '../open-october.ts'
import type { Stage } from '../stage.ts'

export async function playReport(stage: Stage): Promise<void> {
  await openOctober(stage)
  const { inspector, page } = stage
  await inspector.backToLive()
  await inspector.search({ 'Customer ID': 'cus_nordlicht', From: '2026-10-06', To: '2026-10-06' })
  const [first = '', second = ''] = await inspector.eventIds()
  for (const id of [first, second]) {
    await inspector.open(id)
    await stage.taken(`add ${id}`, inspector.button('Add to report', inspector.details))
  }
  await inspector.search({ 'Customer ID': 'cus_nordlicht', From: '2026-10-01', To: '2026-10-31' })
  await inspector.takeSnapshot()
  await inspector.openTab('Totals')
  await inspector.totals.waitFor()
  await inspector.button('Copy table', inspector.snapshot).click()
  await stage.taken('add totals', page.getByRole('menuitem', { name: 'Add to report', exact: true }))
  await inspector.button('Reports').click()
  const report = page.getByRole('dialog', { name: 'Report', exact: true })
  await report.waitFor()
  await stage.look('a report')
  await report.getByLabel('Title').fill('Nordlicht, October')
  await report.getByLabel('Note', { exact: true }).fill('Two batches of 6 October came twice.')
  await inspector.button('Add note', report).click()
  await stage.look('a report with a note')
  const each = (at: string) => eachCopy(stage, report, at, /^(Copy|Print|Save as)/)
  await each('for a colleague')
  await report.getByLabel('Mask customers').check()
  await stage.look('masked')
  await each('masked')
  await report.getByLabel('Mask customers').uncheck()
  await report.getByText('For the customer', { exact: true }).click()
  await stage.look('for the customer')
  await report.getByLabel('Invoice number').fill('2026-10-118')
  await report.getByLabel('amount', { exact: true }).check()
  await report.getByLabel('Conclusion', { exact: true }).fill('One call was charged too much.')
  await stage.look('a conclusion that was not confirmed')
  await report.getByLabel('I confirm the conclusion as it stands').check()
  for (const language of ['English', 'German']) {
    const languages = report.getByRole('combobox', { name: 'Language of the letter', exact: true })
    await inspector.choose(languages, language)
    await stage.look(`a letter, ${language}`)
    await each(`a letter, ${language}`)
  }
}
