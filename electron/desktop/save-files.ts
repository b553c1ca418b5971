// Files on the desktop: where the user says, shown in their folder, with progress on the window's icon in the taskbar.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { app, type BrowserWindow, dialog, Notification, shell } from 'electron'
import { FILE_FORMAT_NAMES } from '../../shared/export/file-formats.ts'
import type { SaveFiles } from '../backend/export/delivery.ts'
import type { LastFolder } from './last-folder.ts'

/** @param windowNow the window, where there is one */
export function saveFiles(windowNow: () => BrowserWindow | null, lastFolder: LastFolder): SaveFiles {
  return {
    async askWhere(fileName, format) {
      const remembered = lastFolder.read()
      const folder = remembered !== null && existsSync(remembered) ? remembered : app.getPath('downloads')
      const options = {
        defaultPath: join(folder, basename(fileName)),
        filters: [{ name: FILE_FORMAT_NAMES[format], extensions: [format] }],
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
