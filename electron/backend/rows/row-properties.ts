// The properties of a row, read from its text when they are first asked for.
import type { Property } from '../../../shared/event/event.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'

export abstract class RowProperties {
  abstract readonly source: string
  #properties: Property[] | undefined

  /** None where the text is no event. */
  get properties(): Property[] {
    if (this.#properties === undefined) {
      const parsed = parseEventText(this.source)
      this.#properties = parsed.ok ? parsed.event.properties : []
    }
    return this.#properties
  }
}
