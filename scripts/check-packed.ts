// electron-builder's afterPack hook: refuses a package with missing or stray files.
import { join } from 'node:path'
import { type AfterPackContext, Arch } from 'electron-builder'
import { complaintsAbout, listPacked } from './packed-files.ts'

/** Fails the packaging with all complaints about app.asar. */
export function afterPack({ appOutDir, packager, electronPlatformName, arch }: AfterPackContext): void {
  const files = listPacked(join(packager.getResourcesDir(appOutDir), 'app.asar'))
  const complaints = complaintsAbout(files, electronPlatformName, Arch[arch])
  if (complaints.length > 0) throw new Error(`The package is wrong:\n- ${complaints.join('\n- ')}`)
  console.log(`  • checked app.asar  files=${files.length}`)
}
