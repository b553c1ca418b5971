import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { UntrustedFileError } from './disk-error.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { makePrivate, openPrivate, privateFolder } from './private-file.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const modeOf = (path: string) => statSync(path).mode & 0o777

async function paths() {
  const folder = await temporaryFolder()
  return { folder, path: join(folder, 'things.json'), victim: join(folder, 'victim') }
}

describe.skipIf(process.platform === 'win32')('a private file', () => {
  test('is made for this user only, and taken from others where they had it', async () => {
    const { path } = await paths()
    makePrivate(path)
    expect(modeOf(path)).toBe(0o600)
    for (const [mode, wasWritable] of [
      [0o600, false],
      [0o644, false],
      [0o620, true],
      [0o606, true],
    ] as const) {
      chmodSync(path, mode)
      const opened = openPrivate(path, constants.O_RDONLY)
      closeSync(opened.descriptor)
      expect(opened.wasWritable).toBe(wasWritable)
      expect(modeOf(path)).toBe(0o600)
    }
  })

  test('is not a link, wherever that leads, and what it leads to is left alone', async () => {
    const { folder, path, victim } = await paths()
    writeFileSync(victim, 'as it was')
    chmodSync(victim, 0o644)
    for (const [name, target] of [
      ['to a file', victim],
      ['to nothing', join(folder, 'made by us')],
      ['to itself', join(folder, 'to itself')],
    ] as const) {
      symlinkSync(target, join(folder, name))
      expect(() => makePrivate(join(folder, name))).toThrow(/is a link/)
      expect(() => openPrivate(join(folder, name), constants.O_RDONLY)).toThrow(UntrustedFileError)
      expect(() => makePrivate(path, [` ${name}`])).not.toThrow()
      symlinkSync(target, `${path} ${name}`)
      expect(() => makePrivate(path, [` ${name}`])).toThrow(/is a link/)
    }
    expect(readFileSync(victim, 'utf8')).toBe('as it was')
    expect(modeOf(victim)).toBe(0o644)
    expect(readdirSync(folder)).not.toContain('made by us')
  })

  test('is no pipe, at which a read would wait for ever, and no folder', async () => {
    const { folder, path } = await paths()
    execFileSync('mkfifo', [path])
    expect(() => openPrivate(path, constants.O_RDONLY)).toThrow(/is not a file/)
    mkdirSync(join(folder, 'folder'))
    expect(() => makePrivate(join(folder, 'folder'))).toThrow(/is not a file/)
  })

  test('is not another user’s', async () => {
    const { path } = await paths()
    writeFileSync(path, '')
    const { uid } = statSync(path)
    expect(() => openPrivate(path, constants.O_RDONLY, uid + 1)).toThrow(`belongs to another user of this computer`)
  })

  test.skipIf(!isRoot)('of another user is refused to root as well, and left as it is', async () => {
    const { path } = await paths()
    writeFileSync(path, 'theirs')
    chmodSync(path, 0o666)
    chownSync(path, NOBODY, NOBODY)
    expect(() => openPrivate(path, constants.O_RDWR)).toThrow(`number ${NOBODY}`)
    expect(modeOf(path)).toBe(0o666)
  })

  test('that is missing, or that the disk refuses, is as the system says', async () => {
    const { path } = await paths()
    expect(() => openPrivate(path, constants.O_RDONLY)).toThrow(/ENOENT/)
    expect(() => makePrivate(join(path, 'below'))).not.toThrow()
  })
})

describe.skipIf(process.platform === 'win32')('the user-data folder', () => {
  test('is made for this user only; one that is there keeps its rights', async () => {
    const { folder } = await paths()
    const made = join(folder, 'a', 'b')
    expect(privateFolder(made)).toEqual({ path: made, notices: [] })
    expect([folder, dirname(made), made].map(modeOf)).toEqual([0o700, 0o700, 0o700])
    chmodSync(made, 0o755)
    expect(privateFolder(made)).toEqual({ path: made, notices: [] })
    expect(modeOf(made)).toBe(0o755)
  })

  test('is refused where none can be made', async () => {
    const { folder } = await paths()
    writeFileSync(join(folder, 'file'), '')
    symlinkSync('nowhere', join(folder, 'loose'))
    const words = expect.stringMatching(
      /^A part of its path leads nowhere, and no folder can be made there \(E\w+\)\.$/,
    )
    for (const path of [join(folder, 'loose'), join(folder, 'loose', 'a')])
      expect(privateFolder(path)).toEqual({ why: words })
    expect(privateFolder(join(folder, 'file', 'a', 'b'))).toEqual({ why: expect.stringContaining('ENOTDIR') })
    // Under /proc Node's own way would not return. Not even root may make a folder there.
    if (process.platform === 'linux') {
      expect(privateFolder('/proc/eventscope/a')).toEqual({ why: expect.stringContaining('ENOENT') })
    }
  })

  test('is refused where anyone may write into it, and said where a group may', async () => {
    const { folder } = await paths()
    chmodSync(folder, 0o1777)
    expect(privateFolder(folder)).toEqual({ why: expect.stringContaining(`chmod go-w ${folder}`) })
    chmodSync(folder, 0o770)
    expect(privateFolder(folder)).toEqual({ path: folder, notices: [expect.stringContaining('chmod g-w')] })
  })

  test('may be behind a link of its own user', async () => {
    const { folder, victim } = await paths()
    mkdirSync(victim, 0o700)
    symlinkSync(victim, join(folder, 'link'))
    expect(privateFolder(join(folder, 'link'))).toEqual({ path: victim, notices: [] })
    writeFileSync(join(folder, 'file'), '')
    expect(privateFolder(join(folder, 'file'))).toEqual({ why: expect.stringContaining('It is not a folder') })
  })

  test('is refused where it is another user’s', async () => {
    const { folder } = await paths()
    expect(privateFolder(folder, statSync(folder).uid + 1)).toEqual({
      why: expect.stringContaining('belongs to another user'),
    })
  })

  test.skipIf(!isRoot)('is refused to root where it, or the link to it, is another user’s', async () => {
    const { folder, victim } = await paths()
    mkdirSync(victim, 0o700)
    chownSync(victim, NOBODY, NOBODY)
    expect(privateFolder(victim)).toEqual({ why: expect.stringContaining(`number ${NOBODY}`) })
    mkdirSync(join(folder, 'ours'), 0o700)
    symlinkSync(join(folder, 'ours'), join(folder, 'link'))
    execFileSync('chown', ['-h', `${NOBODY}`, join(folder, 'link')])
    expect(privateFolder(join(folder, 'link'))).toEqual({ why: expect.stringContaining(`number ${NOBODY}`) })
  })
})

/** Says, as whoever runs it, what becomes of a folder and of a file. */
const ASKER = `
  import { constants } from 'node:fs'
  import { openPrivate, privateFolder } from './private-file.ts'
  const [folder, path] = process.argv.slice(2)
  const used = privateFolder(folder)
  console.log(used.why ?? 'used')
  try { openPrivate(path, constants.O_RDONLY); console.log('used') } catch (error) { console.log(error.message) }
`
/** Another user must be able to run this Node. */
const isOpenToAll = (path: string): boolean =>
  path === dirname(path) || ((statSync(path).mode & 0o001) !== 0 && isOpenToAll(dirname(path)))

test.skipIf(!isRoot || !isOpenToAll(process.execPath))('another user is told whose folder and file it is', async () => {
  const { folder } = await paths()
  const root = join(folder, 'program')
  const program = join(root, 'electron/backend/storage')
  mkdirSync(program, { recursive: true, mode: 0o755 })
  for (const name of ['disk-error.ts', 'private-file.ts']) {
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(program, name))
  }
  // The words of failures, which a disk's error says too, import other files of shared/.
  cpSync(fileURLToPath(new URL('../../../shared', import.meta.url)), join(root, 'shared'), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(program, 'asker.ts'), ASKER)
  const roots = join(folder, 'roots')
  mkdirSync(roots, 0o755)
  writeFileSync(join(roots, 'things.json'), '{}', { mode: 0o600 })
  chmodSync(folder, 0o755)
  const asked = execFileSync(process.execPath, [join(program, 'asker.ts'), roots, join(roots, 'things.json')], {
    uid: NOBODY,
    gid: NOBODY,
    encoding: 'utf8',
  })
  expect(asked.split('\n')).toEqual([
    'It belongs to another user of this computer (number 0).',
    `${join(roots, 'things.json')} belongs to another user of this computer (number 0). Move it away, or make it yours.`,
    '',
  ])
})
