// To which case a table goes that is drawn within an opened snapshot, and whose figures it has: a React context.
import { createContext, useContext } from 'react'
import type { CaseItem } from '../../shared/case/case.ts'

export interface CaseOrigin {
  connectionId: string
  /** Null: not known, as the snapshot is not of one customer. */
  customers: string[] | null
  /** A letter says that its figures are of this time. */
  time: NonNullable<Extract<CaseItem, { is: 'table' }>['origin']>
}

const CaseOriginContext = createContext<CaseOrigin | null>(null)

export const CaseOriginProvider = CaseOriginContext.Provider

/** Null where nothing can be added to a case. */
export const useCaseOrigin = () => useContext(CaseOriginContext)
