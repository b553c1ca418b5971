// The browser that benches measure in.
import { type Browser, chromium } from '@playwright/test'
import { provideChromium } from '../../scripts/chromium.ts'

/** @throws a sentence that says what to install, where there is none */
export async function launchChromium(): Promise<Browser> {
  const found = provideChromium((line) => console.log(line))
  if ('missing' in found) throw new Error(found.missing)
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: found.path, args })
}
