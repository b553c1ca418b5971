// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { printPages } from './print-pages.ts'

test('the pages are there while they are printed, under their title; then the window is as before', () => {
  const asked: string[] = []
  vi.stubGlobal('print', () => asked.push(`${document.title}, ${document.querySelectorAll('.printed').length}`))
  document.title = 'Eventscope'
  const before = [...document.adoptedStyleSheets]
  for (const title of ['October', 'November']) {
    printPages({ title, lines: [], sections: [{ is: 'words', parts: [{ text: 'Written.' }] }], remarks: [] })
    expect(document.querySelector('.printed')?.textContent).toContain('Written.')
    expect(document.adoptedStyleSheets).toHaveLength(before.length + 1)
    dispatchEvent(new Event('afterprint'))
    expect([document.title, document.querySelector('.printed')]).toEqual(['Eventscope', null])
    expect(document.adoptedStyleSheets).toEqual(before)
  }
  expect(asked).toEqual(['October, 1', 'November, 1'])
})
