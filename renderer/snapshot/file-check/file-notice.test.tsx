// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mounted } from '../../ui/fixtures/mounted.ts'
import type { FileWork as Work } from '../store/file-check-state.ts'
import { checkedLedger } from '../store/fixtures/checked-ledger.ts'
import { FileWork, Note } from './file-notice.tsx'
import { Notes } from './ledger-result.tsx'

const drawn = (work: Work) =>
  renderToStaticMarkup(
    <MantineProvider>
      <FileWork work={work} onCancel={() => {}} />
    </MantineProvider>,
  )

test('what is under way says how far it is, in bytes while it comes and as a share while it is read and compared', () => {
  expect(drawn({ step: 'sending', name: 'ledger.csv', done: 6_300_000, of: 62_000_000 })).toContain(
    'Reading ledger.csv: 6.3 MB of 62 MB',
  )
  const checking = (progress: Extract<Work, { step: 'checking' }>['progress']) => drawn({ step: 'checking', progress })
  expect(checking({ phase: 'reading', done: 3_145_728, of: 61_889_687 })).toContain('Reading its lines: 5 %')
  expect(checking({ phase: 'comparing', done: 12, of: 12 })).toContain('Comparing them with the events: 100 %')
  expect(checking({ phase: 'reading', done: 12, of: null })).toContain('Reading its lines<')
  // An empty file must not divide by zero.
  expect(checking({ phase: 'reading', done: 0, of: 0 })).toContain('Reading its lines<')
  expect(checking(null)).toMatch(/<progress[^>]*max="1"/)
})

test.each([
  [{ words: '3 rows are hidden.', areLeftOut: false }, 'Leave them out', 'leave-out'],
  [{ words: '3 rows are hidden, and left out.', areLeftOut: true }, 'Read them', null],
] as const)('where hidden rows are named, one press reads the file again: %o', async (hidden, label, chosen) => {
  const heard: (string | null)[] = []
  const onHidden = (choice: string | null) => heard.push(choice)
  const answer = checkedLedger({ hidden, notes: ['Something else.', hidden.words] })
  for (const content of [
    <Notes key="ledger" answer={answer} onHidden={onHidden} />,
    <Notes key="alone" answer={{ ...answer, notes: [hidden.words] }} onHidden={onHidden} />,
    <Note key="invoice" words={hidden.words} hidden={hidden} onHidden={onHidden} />,
  ]) {
    const { page } = await mounted(<MantineProvider>{content}</MantineProvider>)
    const buttons = [...page.querySelectorAll('button')]
    expect(buttons.map(({ textContent }) => textContent)).toEqual([label])
    expect(buttons[0]?.parentElement?.textContent).toContain(`${hidden.words} ${label}`)
    await act(() => buttons[0]?.click())
    expect(heard.splice(0)).toEqual([chosen])
  }
  const plain = await mounted(
    <MantineProvider>
      <Note words="Something else." hidden={hidden} onHidden={onHidden} />
    </MantineProvider>,
  )
  expect(plain.page.querySelector('button')).toBeNull()
})
