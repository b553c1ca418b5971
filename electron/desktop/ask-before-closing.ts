// Asks before a window is closed, or the app is quit, while snapshots are being read that would pause.
import { app, type BrowserWindow, dialog } from 'electron'
import { readingsWords } from '../platform/readings-words.ts'

/** Where the app outlives its windows (macOS) closing one pauses nothing, and only quitting asks. */
const OUTLIVES_WINDOWS = process.platform === 'darwin'
const CLOSE = 0
const KEEP_READING = 1

/** @param readings how many closing would pause, or quitting */
export function askBeforeClosing(window: BrowserWindow, readings: (isQuitting: boolean) => number): void {
  let isQuitting = false
  let isSure = false
  const quitting = () => {
    isQuitting = true
  }
  app.on('before-quit', quitting)
  window.once('closed', () => app.off('before-quit', quitting))
  window.on('close', async (event) => {
    const count = isSure || (OUTLIVES_WINDOWS && !isQuitting) ? 0 : readings(isQuitting)
    if (count === 0) return
    event.preventDefault()
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: 'Close while a snapshot is being read?',
      detail: readingsWords(count),
      buttons: ['Close', 'Keep Reading'],
      defaultId: KEEP_READING,
      cancelId: KEEP_READING,
    })
    isSure = response === CLOSE
    if (isSure && isQuitting) app.quit()
    else if (isSure) window.close()
    isQuitting = false
  })
}
