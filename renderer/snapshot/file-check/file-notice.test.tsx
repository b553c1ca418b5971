import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { FileWork as Work } from '../store/file-check-state.ts'
import { FileWork } from './file-notice.tsx'

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
