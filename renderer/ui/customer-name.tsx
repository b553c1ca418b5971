// The user calls a customer so, behind its ID.
import { createContext, useContext } from 'react'
import common from './common.module.css'
import { shortened } from './excerpt.ts'
import type { NamesById } from './names-by-connection.ts'

/** Every `CustomerName` within takes it. */
export const NamesContext = createContext<NamesById>(new Map())

const NAME_CHARACTERS = 80

/** It stands behind an ID; nothing where it has no name. */
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
