import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeRedirectFile } from './redirect-file.ts'

async function fileFor(link: string) {
  const file = await writeRedirectFile(link)
  onTestFinished(() => file.remove())
  return file
}

test('a redirect file leads to the link, and nobody else can read it or see its name', async () => {
  const { path } = await fileFor('http://127.0.0.1:8080/#launch=abc-_1')
  const text = await readFile(path, 'utf8')
  expect(text).toContain('content="0; url=http://127.0.0.1:8080/#launch=abc-_1"')
  expect(text).toContain('href="http://127.0.0.1:8080/#launch=abc-_1"')
  if (process.platform === 'win32') return
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
})

test('a link cannot break out of the page', async () => {
  const { path } = await fileFor(`http://127.0.0.1/#"'><script>alert(1)</script>&lt;`)
  const text = await readFile(path, 'utf8')
  expect(text).not.toContain('<script>')
  expect(text.match(/"/g)).toHaveLength(2 * 7)
  expect(text).toContain('&amp;lt;')
})

test('goes with its folder, also a second time', async () => {
  const { path, remove } = await fileFor('http://127.0.0.1/')
  await writeFile(`${path}.more`, '')
  await remove()
  await remove()
  await expect(stat(dirname(path))).rejects.toThrow('ENOENT')
})
