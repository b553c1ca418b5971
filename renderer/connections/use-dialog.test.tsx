// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { mounted } from '../ui/fixtures/mounted.ts'
import { isOfConnection, useDialog } from './use-dialog.ts'

test('one dialog is open at a time, and what opens and closes them stays the same', async () => {
  const seen: ReturnType<typeof useDialog>[] = []
  function Probe() {
    seen.push(useDialog())
    return null
  }
  await mounted(<Probe />)
  const now = () => seen.at(-1)
  await act(() => now()?.dialogs.settings())
  await act(() => now()?.dialogs.names())
  expect(now()?.dialog).toBe('names')
  await act(() => now()?.close())
  expect(now()?.dialog).toBeNull()
  expect([now()?.dialogs, now()?.close]).toEqual([seen[0]?.dialogs, seen[0]?.close])
})

test('those that are drawn beside the connection are told from the others', async () => {
  const all = [
    'add',
    'edit',
    'token',
    'forget',
    'delete',
    'names',
    'activity',
    'settings',
    'help',
    'snapshots',
  ] as const
  expect(all.filter(isOfConnection)).toEqual(['add', 'edit', 'token', 'forget', 'delete', 'names'])
  expect(isOfConnection(null)).toBe(false)
})
