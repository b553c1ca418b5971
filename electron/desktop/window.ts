// The desktop window: its options, its guards, its menu, and what happens when its page crashes.
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  type MenuItemConstructorOptions,
  nativeTheme,
  type Rectangle,
  screen,
  shell,
} from 'electron'
import { readingsWords } from '../platform/process-facts.ts'
import { mayNavigate, mayOpenExternally, PAGE_URL, RFC_3339_URL, viewMenu, webPreferences } from './navigation.ts'

/** The smallest window in which nothing is cut off. */
const SMALLEST = { width: 800, height: 560 }

/** Opens the window and loads the page; shown once it is painted, where it was the last time. @param log for crashes */
export function openWindow(log: (line: string) => void): BrowserWindow {
  const window = new BrowserWindow({
    name: 'inspector',
    windowStatePersistence: true,
    title: 'Eventscope',
    width: 1440,
    height: 900,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    // Painted before the page is: the page's own background, so that opening does not flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14171e' : '#ffffff',
    webPreferences: webPreferences(join(import.meta.dirname, 'preload.cjs'), app.isPackaged),
  })
  window.once('ready-to-show', () => {
    if (window.isNormal()) {
      const bounds = window.getBounds()
      window.setBounds(clampToWorkArea(bounds, screen.getDisplayMatching(bounds).workArea))
    }
    window.show()
  })
  recoverFromCrashes(window, log)
  void window.loadURL(PAGE_URL)
  return window
}

/** Guards for every page of this process, whoever opened it: navigation, new windows, webviews. */
export function guardContents(): void {
  app.on('web-contents-created', (_, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (!mayNavigate(event.url, event.isMainFrame)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      if (mayOpenExternally(url)) void shell.openExternal(url)
      return { action: 'deny' }
    })
  })
}

const MOST_RELOADS = 2
/** A page that lived this long did not crash because of the last reload. */
const FORGIVEN_AFTER_MS = 5 * 60_000

/** A crashed page is reloaded twice, then the user is asked. */
function recoverFromCrashes(window: BrowserWindow, log: (line: string) => void): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', async (_, details) => {
    if (details.reason === 'clean-exit') return
    const now = performance.now()
    crashes = [...crashes.filter((at) => now - at < FORGIVEN_AFTER_MS), now]
    log(`The page's process ended (${details.reason}, code ${details.exitCode}); crash ${crashes.length}.`)
    if (crashes.length <= MOST_RELOADS) {
      window.webContents.reload()
      return
    }
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The Eventscope window keeps crashing',
      detail: `It was reloaded ${MOST_RELOADS} times and ended again (${details.reason}). Your connections and settings are safe. Try again, or quit and restart Eventscope.`,
      buttons: ['Try Again', 'Quit'],
      defaultId: 0,
      cancelId: 1,
    })
    if (response === 1) return app.quit()
    crashes = []
    window.webContents.reload()
  })
}

/** The usual menu with the usual accelerators; Electron's roles name and translate most of it. */
export function installMenu(): void {
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    viewMenu(app.isPackaged),
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Date and Time Format (RFC 3339)', click: () => void shell.openExternal(RFC_3339_URL) },
        ...(isMac ? [] : [{ type: 'separator' as const }, { role: 'about' as const }]),
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Where the app outlives its windows (macOS) closing one pauses nothing, and only quitting asks. */
const OUTLIVES_WINDOWS = process.platform === 'darwin'
const CLOSE = 0
const KEEP_READING = 1

/**
 * Asks before the window is closed, or the app is quit, while snapshots are being read that would pause.
 * @param readings how many closing would pause, or quitting
 */
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
    // Whoever keeps reading has called the quitting off: closing the window later is closing alone.
    isQuitting = false
  })
}

// Keeps a restored window on a screen that is there: monitors are unplugged and rearranged between runs. It does
// without electron, to be tested.

/** The window's bounds, no larger than the work area and wholly inside it. All in the same pixels. */
export function clampToWorkArea(bounds: Rectangle, workArea: Rectangle): Rectangle {
  const width = Math.min(bounds.width, workArea.width)
  const height = Math.min(bounds.height, workArea.height)
  return {
    x: Math.max(workArea.x, Math.min(bounds.x, workArea.x + workArea.width - width)),
    y: Math.max(workArea.y, Math.min(bounds.y, workArea.y + workArea.height - height)),
    width,
    height,
  }
}
