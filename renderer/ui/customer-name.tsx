// What the user calls a customer, shown behind its ID.
import { createContext, useContext } from 'react'
import common from './common.module.css'
import { shortened } from './excerpt.ts'
import type { NamesById } from './names-by-connection.ts'

/** Every `CustomerName` below takes its name from it. */
export const NamesContext = createContext<NamesById>(new Map())

const NAME_CHARACTERS = 80

/** The name of a customer, to stand behind its ID; nothing where it has none. */
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
