// What customers are called, for the rows on screen: apart from how it is read, which is loaded behind the first rows.
import { createStore } from 'zustand/vanilla'

/** Names by customer ID. */
export type NamesById = ReadonlyMap<string, string>

/** By connection; absent until they are read. */
export const namesByConnection = createStore<Record<string, NamesById>>(() => ({}))
