// Plants imports and lets Biome judge them: proves that the rules of each folder bite.
import { expect, test } from 'vitest'
import { lintPlanted } from './lint-planted.ts'

const REFUSED: [file: string, specifier: string][] = [
  ['shared/planted.ts', '../electron/backend/bridge/backend.ts'],
  ['shared/planted.ts', '../renderer/bridge.ts'],
  ['shared/contract/planted.ts', '../../electron/backend/bridge/backend.ts'],
  ['shared/contract/planted.ts', 'node:fs'],
  ['shared/event/fixtures/planted.ts', '../../../service/server.ts'],
  ['shared/event/fixtures/planted.ts', 'node:fs'],
  ['shared/planted.ts', '../service/server.ts'],
  ['shared/planted.ts', 'node:fs'],
  ['shared/planted.ts', 'electron'],
  ['shared/planted.ts', 'react'],
  ['electron/backend/bridge/planted.ts', 'electron'],
  ['electron/backend/http/planted.ts', '../../desktop/main.ts'],
  ['electron/backend/http/planted.ts', '../../platform/network.ts'],
  ['electron/backend/bridge/planted.ts', '../../../service/server.ts'],
  ['electron/backend/bridge/planted.ts', '../../../renderer/bridge.ts'],
  ['electron/backend/export/planted.ts', '../../browser/browser.ts'],
  ['electron/backend/export/planted.ts', 'electron'],
  ['electron/backend/http/planted.ts', '../../../service/server.ts'],
  ['electron/backend/snapshots/store/planted.ts', '../../../platform/network.ts'],
  ['electron/backend/snapshots/store/planted.ts', '../../../../service/server.ts'],
  ['electron/backend/snapshots/store/planted.ts', 'electron'],
  ['electron/backend/snapshots/reading/planted.test.ts', 'electron'],
  ['electron/backend/snapshots/reading/planted.test.ts', '../../../platform/network.ts'],
  ['electron/platform/planted.ts', 'electron'],
  ['electron/platform/planted.ts', '../browser/browser-server.ts'],
  ['electron/platform/planted.ts', '../desktop/window.ts'],
  ['electron/platform/planted.ts', '../../service/server.ts'],
  ['electron/browser/planted.ts', 'electron'],
  ['electron/browser/planted.ts', '../desktop/window.ts'],
  ['electron/browser/planted.ts', '../../renderer/bridge.ts'],
  ['electron/browser/planted.ts', '../../service/server.ts'],
  ['electron/command/planted.ts', 'electron'],
  ['electron/command/planted.ts', '../browser/browser-server.ts'],
  ['electron/command/planted.ts', '../../service/server.ts'],
  ['electron/command/planted.ts', '../../renderer/bridge.ts'],
  ['electron/command/planted.ts', '../desktop/window.ts'],
  ['electron/command/planted.test.ts', '../browser/browser-server.ts'],
  ['electron/command/fixtures/planted.ts', 'electron'],
  ['electron/browser/planted.ts', '../command/export.ts'],
  ['electron/desktop/planted.ts', '../command/export.ts'],
  ['electron/desktop/planted.ts', '../browser/browser-server.ts'],
  ['electron/desktop/planted.ts', '../../renderer/bridge.ts'],
  ['electron/desktop/planted.ts', '../../service/server.ts'],
  ['renderer/bridge.ts', '../electron/backend/bridge/backend.ts'],
  ['renderer/bridge.ts', './live/store/queries.ts'],
  ['renderer/bridge.ts', './app/app.tsx'],
  ['renderer/live/store/planted.ts', 'react'],
  ['renderer/live/store/planted.ts', '@tanstack/react-query'],
  ['renderer/live/store/planted.ts', 'node:fs'],
  ['renderer/live/results/planted.tsx', '../../../electron/backend/bridge/backend.ts'],
  ['renderer/live/results/planted.tsx', '../../../service/server.ts'],
  ['renderer/live/results/planted.tsx', 'node:fs'],
  ['renderer/grid/planted.tsx', 'electron'],
  ['renderer/ui/planted.tsx', '../../electron/backend/bridge/backend.ts'],
  ['renderer/app/planted.tsx', '../../electron/backend/bridge/backend.ts'],
  ['renderer/app/planted.tsx', 'electron'],
  ['service/planted.ts', '../shared/event/event.ts'],
  ['service/fixtures/planted.ts', '../../shared/event/event.ts'],
  ['service/planted.ts', '../contract/report.ts'],
  ['service/planted.ts', '../electron/backend/bridge/backend.ts'],
  ['contract/planted.ts', '../shared/event/event.ts'],
  ['contract/planted.ts', '../service/server.ts'],
  ['e2e/planted.spec.ts', '../shared/event/event.ts'],
  ['e2e/planted.spec.ts', '../renderer/bridge.ts'],
  ['e2e/planted.spec.ts', '../service/server.ts'],
  ['e2e/kit/planted.ts', '../fixtures.ts'],
  ['scripts/planted.ts', '../e2e/fixtures.ts'],
  ['scripts/planted.ts', '../bench/browse.ts'],
]

const ALLOWED: [file: string, specifier: string][] = [
  ['shared/event/planted.ts', './event.ts'],
  ['shared/event/fixtures/planted.ts', '../../exact/exact-json.ts'],
  ['shared/planted.ts', 'zod'],
  ['electron/backend/bridge/planted.ts', '../../../shared/event/event.ts'],
  ['electron/backend/export/planted.ts', '../http/activity.ts'],
  ['electron/backend/http/planted.ts', '../connections/connections.ts'],
  ['electron/backend/snapshots/store/planted.ts', '../reading/slice.ts'],
  ['electron/backend/snapshots/store/planted.ts', '../../storage/private-file.ts'],
  ['electron/backend/snapshots/store/planted.ts', '../../../../shared/event/event.ts'],
  ['electron/backend/snapshots/store/planted.test.ts', '../../../../service/server.ts'],
  ['electron/backend/snapshots/fixtures/planted.ts', '../../../../service/server.ts'],
  ['electron/platform/planted.ts', '../backend/bridge/backend.ts'],
  ['electron/browser/planted.ts', '../backend/bridge/backend.ts'],
  ['electron/browser/planted.ts', '../platform/network.ts'],
  ['electron/command/planted.ts', '../backend/snapshots/slice.ts'],
  ['electron/command/planted.ts', '../platform/network.ts'],
  ['electron/command/planted.ts', '../../shared/event/event.ts'],
  ['electron/command/planted.test.ts', '../../service/server.ts'],
  ['electron/command/fixtures/planted.ts', '../../../service/server.ts'],
  ['electron/command/fixtures/planted.ts', '../export-command.ts'],
  ['electron/command/fixtures/planted.ts', '../../backend/keychain/keychain.ts'],
  ['electron/desktop/planted.ts', 'electron'],
  ['electron/desktop/planted.ts', '../platform/network.ts'],
  ['renderer/live/store/planted.ts', '../../bridge.ts'],
  ['renderer/live/store/planted.ts', '@tanstack/query-core'],
  ['renderer/live/store/fixtures/planted.ts', '../return-poll.ts'],
  ['renderer/live/results/planted.tsx', '../../ui/copy-button.tsx'],
  ['renderer/live/results/planted.tsx', '../../../shared/event/event.ts'],
  ['renderer/app/planted.tsx', '../live/filters/filters-panel.tsx'],
  ['contract/planted.ts', './report.ts'],
  ['service/fixtures/planted.ts', '../server.ts'],
  ['contract/planted.test.ts', '../service/server.ts'],
  ['e2e/planted.spec.ts', '../scripts/chromium.ts'],
]

/** What Biome says of each import that is planted: by file, then by specifier. Each import has a line of its own. */
const judged = judge([...REFUSED, ...ALLOWED])

test.each(REFUSED)('%s may not import %s', (file, specifier) => {
  expect(judged.get(file)?.get(specifier)).toEqual(['lint/style/noRestrictedImports'])
})

test.each(ALLOWED)('%s may import %s', (file, specifier) => {
  expect(judged.get(file)?.get(specifier)).toEqual([])
})

function judge(planted: typeof REFUSED): Map<string, Map<string, string[]>> {
  const verdicts = new Map<string, Map<string, string[]>>()
  for (const [file, specifier] of planted) {
    verdicts.set(file, (verdicts.get(file) ?? new Map<string, string[]>()).set(specifier, []))
  }
  const files = [...verdicts].map(([file, specifiers]): [string, string] => {
    const lines = [...specifiers.keys()].map(
      (specifier, line) => `import { n${line} } from '${specifier}'
`,
    )
    return [
      file,
      `${lines.join('')}
console.log(${lines.map((_, line) => `n${line}`).join(', ')})
`,
    ]
  })
  for (const { category, location } of lintPlanted(new Map(files))) {
    const specifiers = [...(verdicts.get(location.path)?.values() ?? [])]
    specifiers[location.start.line - 1]?.push(category)
  }
  return verdicts
}
