import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const renderer = fileURLToPath(new URL('../renderer', import.meta.url))
const styles = join(dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))), 'styles')

/** What parts draw of other parts, by what the imports name. */
const DRAWN_BY: Record<string, string[]> = {
  Menu: ['Popover'],
  Modal: ['ModalBase', 'Overlay', 'CloseButton', 'Paper'],
  Drawer: ['ModalBase', 'Overlay', 'CloseButton', 'Paper'],
  Select: ['Combobox', 'Input', 'ScrollArea'],
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Switch: ['InlineInput'],
  Button: ['UnstyledButton', 'Loader'],
  ActionIcon: ['UnstyledButton', 'Loader'],
  SegmentedControl: ['FloatingIndicator'],
  TextInput: ['Input'],
  Textarea: ['Input'],
  NativeSelect: ['Input'],
  NumberInput: ['Input'],
}

test('every part of Mantine that is used has its styles', () => {
  const listed = ['theme/mantine-styles.ts', 'frame/notices.tsx']
    .map((name) => readFileSync(join(renderer, 'app', name), 'utf8'))
    .join('')
  const used = globSync('**/*.tsx', { cwd: renderer })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(renderer, path), 'utf8'))
    .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]/.test(name))
    .flatMap((name) => [name, ...(DRAWN_BY[name] ?? [])])
    .filter((name) => existsSync(join(styles, `${name}.layer.css`)))
  expect(used).toContain('Button')
  expect([...new Set(used)].filter((name) => !listed.includes(`/${name}.layer.css'`))).toEqual([])
})

test('who draws a part of its dates loads their styles', () => {
  const drawing = globSync('**/*.tsx', { cwd: renderer })
    .map((path) => readFileSync(join(renderer, path), 'utf8'))
    .filter((source) => source.includes("from '@mantine/dates'"))
  expect(drawing.length).toBeGreaterThan(0)
  expect(drawing.filter((source) => !source.includes("import '@mantine/dates/styles.layer.css'"))).toEqual([])
})
