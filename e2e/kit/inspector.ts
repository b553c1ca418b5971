// The inspector's window as a test sees it: one page object, of which each base class is a part of the window. It knows only
// the names of names.json, and loads no Playwright of its own: each wait is the given page's, and as long as that page waits for
// anything (Playwright: 30 s unless set otherwise).
import type { Locator } from '@playwright/test'
import { OpenedSnapshot } from './opened-snapshot.ts'

/**
 * The window of an inspector. What does not come within the page's own time limit rejects with Playwright's TimeoutError, as
 * does a name that is not there.
 */
export class Inspector extends OpenedSnapshot {
  /** Fills the connection's dialog, saves, and waits for the first search. Keep the token out of what is recorded. */
  async connect(connection: { name: string; baseUrl: string; token: string }): Promise<void> {
    await this.textbox('Name', this.connectionDialog).fill(connection.name)
    await this.textbox('Base URL', this.connectionDialog).fill(connection.baseUrl)
    await this.textbox('API key', this.connectionDialog).fill(connection.token)
    await this.button('Save and connect', this.connectionDialog).click()
    await this.connectionDialog.waitFor({ state: 'hidden' })
    await this.settled()
  }

  /** The header's time zone: "UTC" or an IANA name. Rejects for one that is not offered. */
  async chooseZone(zone: string): Promise<void> {
    await this.button('Time zone').click()
    await this.page.getByLabel('Search time zones').fill(zone)
    await this.page
      .getByRole('option', { name: zone.replaceAll('_', ' ') })
      .first()
      .click()
  }

  /** The one box. */
  get find(): Locator {
    return this.page.getByRole('combobox', { name: 'Find', exact: true })
  }

  /** Types into the one box, and takes what it offers first once that is `first`: its beginning, or all of it. */
  async take(typed: string, first: string | RegExp): Promise<void> {
    await this.find.fill(typed)
    const results = this.page.getByRole('listbox', { name: 'Find results', exact: true })
    await results.getByRole('option').first().filter({ hasText: first }).waitFor()
    await this.find.press('Enter')
  }

  /** Opens the event of this ID, or of the one within what is pasted. One that is not there is said in the details. */
  async findById(eventId: string): Promise<void> {
    const results = this.page.getByRole('listbox', { name: 'Find results', exact: true })
    const open = results.getByRole('option', { name: /^Open event / })
    await this.find.fill(eventId)
    await open.waitFor()
    await open.click()
  }
}
