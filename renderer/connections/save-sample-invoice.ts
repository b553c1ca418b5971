// Saves the invoice that lies beside the sample data, to be checked against its events.
import { bridge } from '../bridge.ts'
import { download } from '../ui/download.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { say } from '../ui/say.ts'

/** Says the outcome; never rejects. */
export async function saveSampleInvoice(): Promise<void> {
  try {
    const outcome = await bridge.connections.saveSampleInvoice()
    if (outcome.kind === 'saved') say(`Saved ${outcome.path}`)
    if (outcome.kind !== 'download') return
    download(outcome.address)
    say('Invoice downloaded')
  } catch (error) {
    notifyFailure(error)
  }
}
