// This is what customers are called, for the rows on screen: apart from how a name is drawn, which is loaded behind the
// first rows.
import { createStore } from 'zustand/vanilla'

/** Names by customer ID. */
export type NamesById = ReadonlyMap<string, string>

/** They are by connection, for rows of events wherever they are; absent until read, behind the first rows. */
export const namesByConnection = createStore<Record<string, NamesById>>(() => ({}))
