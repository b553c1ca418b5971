// The tables that the open tab of a snapshot shows, for "Export" in its head, which offers them before the events.

import { createContext, type RefObject, useContext, useEffect, useRef } from 'react'
import type { TableFormat } from '../../shared/export/exported-table.ts'

interface TabTable {
  /** "Totals". */
  name: string
  /** Saves it as a file; says what became of it. */
  save: (format: TableFormat) => void
  /** Prints it on paper; why it cannot be printed is said. */
  print: () => void
}

const TabTablesContext = createContext(new Set<RefObject<TabTable>>())

export const TabTablesProvider = TabTablesContext.Provider

/** The provider begins with it: none is drawn yet. */
export const noTabTables = () => new Set<RefObject<TabTable>>()

/** Offers a table as long as it is drawn. Without a provider above nobody takes the offer. */
export function useAsTabTable(table: TabTable): void {
  const tables = useContext(TabTablesContext)
  const latest = useRef(table)
  useEffect(() => {
    latest.current = table
  })
  useEffect(() => {
    tables.add(latest)
    return () => void tables.delete(latest)
  }, [tables])
}

/** Those that are drawn now, in the order in which they came. */
export function useTabTables(): TabTable[] {
  return [...useContext(TabTablesContext)].map(({ current }) => current)
}
