// The page's exports as a list, the latest first.
import { createStore } from 'zustand/vanilla'
import type { ExportEntry } from '../../../shared/export/file-export.ts'
import { type ExportItem, factsOf } from './export-item.ts'

export function createExportList() {
  const store = createStore<{ items: readonly ExportItem[] }>(() => ({ items: [] }))
  let made = 0
  const items = () => store.getState().items

  function newKey(): string {
    made += 1
    return `export-${made}`
  }

  return {
    items,
    subscribe: store.subscribe,
    find: (key: string) => items().find((one) => one.key === key),
    add: (item: ExportItem) => store.setState({ items: [item, ...items()] }),
    /** Exports of this run that began before the page was loaded. */
    addEarlier(entries: readonly ExportEntry[]) {
      const earlier = entries.map(
        (entry): ExportItem => ({ key: newKey(), steps: 1, placeId: null, ...factsOf(entry) }),
      )
      store.setState({ items: [...items(), ...earlier] })
    },
    remove: (key: string) => store.setState({ items: items().filter((one) => one.key !== key) }),
    change: (key: string, part: Partial<ExportItem>) =>
      store.setState({ items: items().map((one) => (one.key === key ? { ...one, ...part } : one)) }),
    /** Unique within this page. */
    newKey,
  }
}

export type ExportList = ReturnType<typeof createExportList>
