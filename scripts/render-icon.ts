// Renders build/icon.svg to build/icon.png, from which electron-builder makes every system's icon. Run after changing
// the SVG.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.ts'

const SIZE = 1024
const path = (name: string) => fileURLToPath(new URL(`../build/${name}`, import.meta.url))

const executablePath = findChromium()
if (executablePath === null) throw new Error('render-icon.ts needs Chromium or Chrome.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb'] })
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } })
await page.setContent(`<style>body { margin: 0 }</style>${readFileSync(path('icon.svg'), 'utf8')}`)
await page.screenshot({ path: path('icon.png'), omitBackground: true })
await browser.close()
