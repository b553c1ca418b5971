// desktop/ is the shell that gives the page a window of its own, and all that knows Electron.
// The desktop shell: the composition root that Electron starts.
// An ES module that awaits nothing at top level: Electron becomes ready only once this file has run.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { RPCHandler } from '@orpc/server/message-port'
import {
  app,
  type BrowserWindow,
  dialog,
  type IpcMainEvent,
  ipcMain,
  MessageChannelMain,
  type MessagePortMain,
  Notification,
  protocol,
  session,
  shell,
} from 'electron'
import { PORT, WANT_PORT } from '../../shared/contract/port-handover.ts'
import { FILE_FORMAT_NAMES, isFileFormat } from '../../shared/export/file-formats.ts'
import { type Backend, createBackend } from '../backend/bridge/backend.ts'
import type { SaveFiles } from '../backend/export/delivery.ts'
import { openKeychain } from '../backend/keychain/os-keychain.ts'
import { makeFolder, privateFolder } from '../backend/storage/private-file.ts'
import { installNetwork } from '../platform/network.ts'
import { openLog } from '../platform/open-log.ts'
import { createPageFiles } from '../platform/page-files.ts'
import { platformName, takeVariables, userDataFolder } from '../platform/process-facts.ts'
import { startSample } from '../platform/start-sample.ts'
import { type LastFolder, lastFolderIn } from './last-folder.ts'
import { LINK_SCHEME, linkArgument, mayUse, PAGE_ORIGIN, switchRefusal } from './navigation.ts'
import { askBeforeClosing, guardContents, installMenu, openWindow } from './window.ts'

/** How long what is under way may take to end when the user quits. */
const LONGEST_CLOSING_MS = 3_000

const refusal = switchRefusal(app.isPackaged, (name) => app.commandLine.hasSwitch(name))
if (refusal !== null) fail(refusal)

const { connection: environment, storeKey } = takeVariables(process.env)
const folder = chooseFolder()
const { log, logging } = openLog({ folder, now: Date.now, print: (line) => console.error(line), show: showFile })
let window: BrowserWindow | null = null
/** Null until it is there. */
let started: Backend | null = null

app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
])
if (app.requestSingleInstanceLock()) run()
else app.quit()

/** `--user-data-dir=DIR`, else the system's place; what Chromium keeps goes to a folder of its own in it. */
function chooseFolder(): string {
  const given = app.commandLine.getSwitchValue('user-data-dir')
  const chosen = given === '' ? userDataFolder(process.platform, process.env, homedir()) : resolve(given)
  const chromium = join(chosen, 'chromium')
  const folder = privateFolder(chosen)
  if ('why' in folder) fail(`The folder ${chosen} cannot be used: ${folder.why}`)
  try {
    makeFolder(chromium)
  } catch (error) {
    fail(`The folder ${chosen} cannot be used: ${String(error)}`)
  }
  app.setPath('userData', chosen)
  app.setPath('sessionData', chromium)
  return chosen
}

function run(): void {
  guardContents()
  const backend = app.whenReady().then(startBackend)
  backend.then(
    (there) => {
      started = there
    },
    (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
  )
  app.whenReady().then(() => {
    const pageFiles = createPageFiles(join(import.meta.dirname, 'page'))
    protocol.handle('app', (request) => pageFiles(request))
    denyPermissions()
    // Exports go by the save dialog of `saveFiles`; the page itself downloads nothing.
    session.defaultSession.on('will-download', (event) => event.preventDefault())
    installMenu()
    show()
  })
  handOverPorts(backend)
  followLinks(backend)
  app.on('second-instance', show)
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') quitOnceFilesAreThere()
  })
  closeBeforeQuitting(backend)
}

/** Links come with the start, from a second start, and on macOS as events. The window shows what they ask. */
function followLinks(backend: Promise<Backend>): void {
  const open = (text: string | null) => {
    if (text === null) return
    backend.then((there) => there.openLink(text)).catch(() => null)
    show()
  }
  // Windows has no other way: its installer registers nothing.
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME.slice(0, -1))
  open(linkArgument(process.argv))
  app.on('second-instance', (_, given) => open(linkArgument(given)))
  app.on('open-url', (event, text) => {
    event.preventDefault()
    open(text)
  })
}

/** The window, opened where there is none, in front. It is about to be opened anyway before the app is ready. */
function show(): void {
  if (!app.isReady()) return
  if (window === null || window.isDestroyed()) {
    window = openWindow(log)
    askBeforeClosing(window, pausedBy)
    return
  }
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** How many readings pause when the window closes: those for files go on without it. When the app quits, all pause. */
function pausedBy(isQuitting: boolean): number {
  if (started === null) return 0
  const needingNoWindow = isQuitting ? 0 : started.files().reading
  return started.readings() - needingNoWindow
}

/** Two looks at the files that are made while there is no window are so far apart. */
const LOOK_MS = 500

/**
 * Looks every `LOOK_MS` at the files that are being made without a window, and quits once none is left. Shows the
 * window again where one of them needs its user.
 * @param pausedBefore how many files needed their user already when the window closed: those do not show it again
 */
function quitOnceFilesAreThere(pausedBefore = started?.files().paused ?? 0): void {
  const { reading, paused, writing } = started?.files() ?? { reading: 0, paused: 0, writing: 0 }
  const lookAgain = () => {
    if (window === null || window.isDestroyed()) quitOnceFilesAreThere(pausedBefore)
  }
  if (paused > pausedBefore) show()
  else if (reading + writing === 0) app.quit()
  else setTimeout(lookAgain, LOOK_MS)
}

async function startBackend(): Promise<Backend> {
  const { defaultSession } = session
  logging.note(`Eventscope ${app.getVersion()} starts: desktop shell, ${runtimeName()}, ${process.platform}`)
  return createBackend({
    fetch: installNetwork({ resolveProxy: (url) => defaultSession.resolveProxy(url), log }),
    now: Date.now,
    randomId: randomUUID,
    keychain: await openKeychain(),
    folder,
    environment,
    storeKey,
    shell: {
      shell: 'desktop',
      version: app.getVersion(),
      runtime: runtimeName(),
      platform: platformName(process.platform),
    },
    questionsWorker: join(import.meta.dirname, 'questions-worker.js'),
    startSample: () => startSample(join(import.meta.dirname, 'service-worker.js')),
    saving: saveFiles(
      () => (window === null || window.isDestroyed() ? null : window),
      lastFolderIn(join(folder, 'save-folder')),
    ),
    log,
    logging,
  })
}

/** Shows it with the program that the system has for such files, else in its folder. */
async function showFile(path: string): Promise<void> {
  const refused = await shell.openPath(path)
  if (refused !== '') shell.showItemInFolder(path)
}

/** Electron's own V8 alone says so; anything that takes Electron's place is never called Electron. */
function runtimeName(): string {
  const { v8, electron, node } = process.versions
  return v8.includes('electron') ? `Electron ${electron}` : `a stand-in for Electron, on Node ${node}`
}

/** A port for each page that asks: the main frame of our own origin. A page has one at a time. */
function handOverPorts(backend: Promise<Backend>): void {
  const handler = backend.then(({ router }) => new RPCHandler(router))
  handler.catch(() => null)
  const held = new Map<number, MessagePortMain>()
  ipcMain.on(WANT_PORT, async ({ sender, senderFrame }: IpcMainEvent) => {
    if (senderFrame === null || senderFrame.parent !== null || senderFrame.origin !== PAGE_ORIGIN) return
    const upgrader = await handler
    if (senderFrame.isDestroyed()) return
    held.get(sender.id)?.close()
    const { port1, port2 } = new MessageChannelMain()
    held.set(sender.id, port1)
    upgrader.upgrade(port1)
    port1.start()
    senderFrame.postMessage(PORT, null, [port2])
  })
}

function denyPermissions(): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_, permission, answer, { requestingUrl }) =>
    answer(mayUse(permission, requestingUrl)),
  )
  defaultSession.setPermissionCheckHandler((_, permission, origin) => mayUse(permission, origin))
  defaultSession.setDevicePermissionHandler(() => false)
}

/** Requests under way are aborted and the sample service is stopped before the process ends. */
function closeBeforeQuitting(backend: Promise<Backend>): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    const closing = backend.then((there) => there.close()).catch((error: unknown) => log(String(error)))
    const enough = new Promise((resolve) => setTimeout(resolve, LONGEST_CLOSING_MS))
    Promise.race([closing, enough]).then(() => {
      closed = true
      app.quit()
    })
  })
}

function fail(message: string): never {
  dialog.showErrorBox('Eventscope cannot start', message)
  process.exit(1)
}

/**
 * Files go where the user says, are shown in their folder, and have their progress on the window's icon in the taskbar.
 * @param windowNow the window, where there is one
 */
function saveFiles(windowNow: () => BrowserWindow | null, lastFolder: LastFolder): SaveFiles {
  return {
    async askWhere(fileName, ending) {
      const remembered = lastFolder.read()
      const folder = remembered !== null && existsSync(remembered) ? remembered : app.getPath('downloads')
      const options = {
        defaultPath: join(folder, basename(fileName)),
        filters: [
          { name: isFileFormat(ending) ? FILE_FORMAT_NAMES[ending] : ending.toUpperCase(), extensions: [ending] },
        ],
      }
      const window = windowNow()
      const asking = window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options)
      const { canceled, filePath } = await asking
      if (canceled || filePath === '') return null
      lastFolder.write(dirname(filePath))
      return filePath
    },
    showInFolder: (path) => shell.showItemInFolder(path),
    // Below 0 the bar goes.
    showProgress: (share) => windowNow()?.setProgressBar(share ?? -1),
    announce(title, body) {
      if (windowNow()?.isFocused() === true || !Notification.isSupported()) return
      const notification = new Notification({ title, body })
      notification.on('click', () => windowNow()?.show())
      notification.show()
    },
  }
}
