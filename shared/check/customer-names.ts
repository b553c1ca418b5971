// What the customers of a connection are called, as its user lists them: shown beside their IDs.
import type { SameName } from './checked-file.ts'

/** Of a list as text, in UTF-16 units. */
export const LONGEST_NAMES_TEXT = 256 * 1024
/** As many as a report can mask besides those of checked files. */
export const MOST_CUSTOMER_NAMES = 5_000
/** Of one name, in UTF-16 units. */
export const LONGEST_CUSTOMER_NAME = 200

/** `message`: a sentence that names the line. */
export type CustomerNamesReading = { ok: true; names: SameName[] } | { ok: false; message: string }
