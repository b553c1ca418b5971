// What the user calls a customer, behind its ID.
import { createContext, useContext } from 'react'
import { createStore } from 'zustand/vanilla'
import common from './common.module.css'
import { shortened } from './excerpt.ts'

/** Names by customer ID. */
export type NamesById = ReadonlyMap<string, string>

/** For every `CustomerName` within. */
export const NamesContext = createContext<NamesById>(new Map())

/** By connection, for rows of events wherever they are; absent until they are read, which is behind the first rows. */
export const namesByConnection = createStore<Record<string, NamesById>>(() => ({}))

const NAME_CHARACTERS = 80

/** Behind an ID; nothing where it has no name. */
export function CustomerName({ id }: { id: string }) {
  const name = useContext(NamesContext).get(id)
  if (name === undefined) return null
  return (
    <span className={common.dim} data-customer-name>
      {' '}
      {shortened(name, NAME_CHARACTERS)}
    </span>
  )
}
