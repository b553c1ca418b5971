// This is what checked files call the customers of a connection, kept so that a case can mask it.
import { z } from 'zod'
import { MOST_NAMES } from '../../shared/case/case.ts'
import { MOST_CUSTOMER_NAMES, type SameName, sameSchema } from '../../shared/check/checked-file.ts'
import { parseKept } from '../../shared/exact/exact-json.ts'
import type { Bridge } from '../bridge.ts'
import type { Remembered } from '../ui/remembered-value.ts'

const namesSchema = z.array(sameSchema).max(MOST_NAMES)

/** The latest first. */
export const CUSTOMER_NAMES: Remembered<SameName[]> = {
  name: 'customer-names',
  read: (text) => parseKept(text, namesSchema) ?? [],
}

const shownSchema = z.array(sameSchema).max(MOST_CUSTOMER_NAMES)

/** This is what the user calls them, shown beside their IDs. `said`: the name; `is`: the ID, each once. */
export const SHOWN_NAMES: Remembered<SameName[]> = {
  name: 'shown-customer-names',
  read: (text) => parseKept(text, shownSchema) ?? [],
}

/** It bounds all names together, in UTF-16 units: a case goes over the bridge with them. */
const LONGEST_NAMES = 512 * 1024

/** Keeps them besides those that were known; the oldest go where there are too many. Rejects where it cannot. */
export async function rememberCustomerNames(
  remembered: Bridge['remembered'],
  connectionId: string,
  names: readonly SameName[],
): Promise<void> {
  const place = { connectionId, name: CUSTOMER_NAMES.name }
  const text = await remembered.read(place)
  // What its user lists is shown beside IDs: of all names it must not be without a mask.
  const shown = SHOWN_NAMES.read(await remembered.read({ connectionId, name: SHOWN_NAMES.name }))
  const all = new Map<string, SameName>()
  let length = 0
  for (const { said, is } of [...shown, ...names, ...CUSTOMER_NAMES.read(text)]) {
    if (said === is || all.has(said) || all.size === MOST_NAMES) continue
    length += JSON.stringify({ said, is }).length
    if (length > LONGEST_NAMES) break
    all.set(said, { said, is })
  }
  const value = JSON.stringify([...all.values()])
  if (all.size > 0 && value !== text) await remembered.write({ ...place, value })
}
