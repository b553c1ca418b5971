// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { useSettled } from './use-snapshot-answer.ts'

function Sides({ head, figure, isBusy }: { head: string; figure: string; isBusy: boolean }) {
  const settled = useSettled({ head, figure }, isBusy)
  return `${settled.head}: ${settled.figure}`
}

test('a head never stands above the figures of another, however late these come', async () => {
  const { page, draw } = await mounted(<Sides head="October" figure="1" isBusy={false} />)
  expect(page.textContent).toBe('October: 1')
  await draw(<Sides head="November" figure="1" isBusy />)
  expect(page.textContent).toBe('October: 1')
  await draw(<Sides head="Week of 2 Nov" figure="1" isBusy />)
  expect(page.textContent).toBe('October: 1')
  await draw(<Sides head="Week of 2 Nov" figure="3" isBusy={false} />)
  expect(page.textContent).toBe('Week of 2 Nov: 3')
})
