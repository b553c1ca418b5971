// The open event, field by field, exact.
import type { Locator } from '@playwright/test'
import { LiveSearch } from './live-search.ts'
import { attributeIs } from './named-parts.ts'

export class EventDetails extends LiveSearch {
  /** Opens a row on screen by its ID; `findById` opens any event. Rejects where more than one row has it. */
  async open(eventId: string): Promise<void> {
    await this.row(eventId).getByRole('gridcell').nth(2).click()
    await this.details.waitFor()
  }

  /** A field of the open event by its wire name, as `customer_id`. */
  field(name: string): Locator {
    return this.details.locator(attributeIs('data-field', name))
  }

  /** The exact text of a field of the open event; null where it has none. Waits until an event is open. */
  async fieldText(name: string): Promise<string | null> {
    return this.field(name).first().getAttribute('data-value')
  }

  /** A property of the open event; more than one where the name repeats. */
  property(name: string): Locator {
    return this.details.locator(attributeIs('data-property', name))
  }

  /** The exact text of a property of the open event, digits and all; of a name that repeats, the first. Waits until it is there. */
  async propertyText(name: string): Promise<string | null> {
    return this.property(name).first().getAttribute('data-value')
  }
}
