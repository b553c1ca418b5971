// The sample company's October narrowed by a condition of each kind: what the chip says, and which events are left.
import { backToTab } from '../explore.ts'
import { openOctober } from '../open-october.ts'
import type { Stage } from '../stage.ts'

/** Fields that the form has then, with what is written into them. */
type Operands = Readonly<Record<string, string>>

const CONDITIONS: readonly [key: string, comparison: string, operands?: Operands][] = [
  ['Event code', 'contains', { Text: 'BUILD' }],
  ['Event code', 'is', { Value: 'refund' }],
  ['Customer ID', 'is not', { Value: 'cus_nordlicht' }],
  ['Customer ID', 'any of', { 'Values, one per line': 'cus_lumen\n\n cus_halden ' }],
  ['Event type', 'is there'],
  ['Event ID', 'is missing'],
  ['Created', 'between', { From: '2026-10-25', To: '2026-10-25 03:00' }],
  ['currency', 'is', { Value: 'GBP' }],
  ['quantity', 'is', { Value: '1e2' }],
  ['quantity', 'is the text', { Text: '150' }],
  ['quantity', 'any of', { 'Values, one per line': '100\n150' }],
  ['quantity', 'is of the kind', { Kind: 'text' }],
  ['amount', 'more than', { Number: '30' }],
  ['amount', 'less than', { Number: '0.5' }],
  ['amount', 'between', { From: '10', To: '12.5' }],
  ['amount', 'is missing'],
  ['unit_price', 'is there'],
]

/** What is said beside the field instead. */
const REFUSED: typeof CONDITIONS = [
  ['Event code', 'contains', {}],
  ['Event code', 'any of', { 'Values, one per line': ' \n' }],
  ['Created', 'between', { From: '2026-10-25', To: 'soon' }],
  ['Created', 'between', { From: '2026-10-25', To: '2026-10-01' }],
  ['amount', 'more than', { Number: '1,5' }],
  ['amount', 'between', { From: 'two', To: '' }],
]

const words = ([key, comparison, operands = {}]: (typeof CONDITIONS)[number]) =>
  [key, comparison, ...Object.values(operands)].join(' ').replaceAll('\n', '·')

async function fillCondition(stage: Stage, [key, comparison, operands]: (typeof CONDITIONS)[number]): Promise<void> {
  const { inspector, page } = stage
  const form = page.getByRole('form', { name: 'Add condition', exact: true })
  await inspector.button('Add condition').click()
  await inspector.choose(form.getByRole('combobox', { name: 'Field or property', exact: true }), key)
  await inspector.choose(form.getByRole('combobox', { name: 'Comparison', exact: true }), comparison)
  for (const [label, text] of Object.entries(operands ?? {}))
    if (label === 'Kind') await inspector.choose(form.getByRole('combobox', { name: label, exact: true }), text)
    else await inspector.textbox(label, form).fill(text)
  await inspector.button('Add', form).click()
}

/** Each alone in Events; two at once, and one that nothing has, in every tab. */
export async function playConditions(stage: Stage): Promise<void> {
  await openOctober(stage)
  const { inspector, page } = stage
  for (const condition of CONDITIONS) {
    await fillCondition(stage, condition)
    await stage.look(words(condition))
    await backToTab(stage, 'Events')
  }
  for (const condition of REFUSED) {
    await fillCondition(stage, condition)
    await stage.look(`refused: ${words(condition)}`)
    await page.keyboard.press('Escape')
  }
  for (const [customer, name] of [
    ['cus_kestrel', 'two conditions'],
    ['cus_nobody', 'nothing is left'],
  ] as const) {
    await fillCondition(stage, ['Customer ID', 'is', { Value: customer }])
    await fillCondition(stage, ['Event code', 'is not', { Value: 'api_calls' }])
    for (const tab of ['Events', 'Totals', 'Values', 'Checks']) {
      await inspector.openTab(tab)
      await stage.look(`${name}, ${tab}`)
    }
    await backToTab(stage, 'Events')
  }
}
