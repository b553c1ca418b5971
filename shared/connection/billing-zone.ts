// The zone in which a connection is billed: what its form, its file and its snapshots mean by one.
import { isZone, zoneName, zones } from '../time/instant.ts'

/** No zone has a name as long as this. */
const LONGEST = 100

/** Null: none, so that snapshots take the zone of display. */
export type BillingZoneReading = { ok: true; zone: string | null } | { ok: false; message: string }

/** Reads what was typed: a zone's name in any case, with spaces for underscores; nothing for none. */
export function readBillingZone(typed: string): BillingZoneReading {
  const text = typed.trim()
  if (text === '') return { ok: true, zone: null }
  if (text.length > LONGEST) return { ok: false, message: 'This is too long for the name of a time zone.' }
  const name = zoneName(text.replaceAll(/\s/g, '_'))
  if (!isZone(name)) {
    return {
      ok: false,
      message: `The time zone “${text}” is not known here. Enter one such as Europe/Berlin or UTC, or leave this empty.`,
    }
  }
  const folded = name.toLowerCase()
  return { ok: true, zone: zones().find((zone) => zone.toLowerCase() === folded) ?? name }
}
