// This is what the user calls the customers of a connection: shown beside their IDs, in no copy and no file, and masked
// in reports.
import { type ReactNode, useEffect } from 'react'
import type { SameName } from '../../shared/check/checked-file.ts'
import { NamesContext } from '../ui/customer-name.tsx'
import { type NamesById, namesByConnection } from '../ui/names-by-connection.ts'
import { useRemembered } from '../ui/use-remembered.tsx'
import { SHOWN_NAMES } from './customer-names.ts'

const NONE: NamesById = new Map()
const byId = new WeakMap<SameName[], NamesById>()

/** Maps customer IDs to names; the same object until it is another list. */
function namesById(names: SameName[] | null): NamesById {
  if (names === null) return NONE
  const known = byId.get(names) ?? new Map(names.map(({ said, is }) => [is, said]))
  byId.set(names, known)
  return known
}

/** Gives a connection's names to every `CustomerName` within, and to rows of its events wherever they are. */
export function CustomerNames({ connectionId, children }: { connectionId: string; children?: ReactNode }) {
  const [names] = useRemembered(connectionId, SHOWN_NAMES)
  const known = namesById(names)
  useEffect(() => namesByConnection.setState({ [connectionId]: known }), [connectionId, known])
  return <NamesContext value={known}>{children}</NamesContext>
}
