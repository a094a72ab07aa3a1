import { createHash } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, expect, it } from 'vitest'
import { createStoredFiles } from './stored-files.ts'

const folders = ['first', 'second'].map((name) => mkdtempSync(join(tmpdir(), `stored-${name}-`)))
const [first = '', second = ''] = folders
const at = (folder: string, name = 'a.png') => join(folder, name)
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

it('answers the digest of the present content, whatever was done to the file since', async () => {
  // The clock is an hour later, so that each digest is cached.
  const { fileDigest } = createStoredFiles(folders, () => Date.now() + HOUR_MS)
  const changes: [what: string, change: () => void, digest: string | undefined][] = [
    ['there is none', () => {}, undefined],
    ['in the second folder', () => writeFileSync(at(second), 'one'), sha256('one')],
    ['in the first folder too', () => writeFileSync(at(first), 'two'), sha256('two')],
    [
      'another content of the same size, with the time of the one before',
      () => {
        const { atime, mtime, ctimeMs } = statSync(at(first))
        // Waits until the clock of the file system has ticked.
        while (statSync(at(first)).ctimeMs === ctimeMs) {
          writeFileSync(at(first), 'six')
          utimesSync(at(first), atime, mtime)
        }
      },
      sha256('six'),
    ],
    [
      'another file in its place',
      () => {
        writeFileSync(at(first, 'b'), 'ten')
        renameSync(at(first, 'b'), at(first))
      },
      sha256('ten'),
    ],
    [
      'a link in its place',
      () => {
        rmSync(at(first))
        symlinkSync(at(second, 'a.png'), at(first))
      },
      sha256('one'),
    ],
    ['removed', () => folders.forEach((folder) => void rmSync(at(folder))), undefined],
    ['back', () => writeFileSync(at(second), 'one'), sha256('one')],
  ]
  for (const [what, change, digest] of changes) {
    change()
    expect([what, await fileDigest('a.png'), await fileDigest('a.png')]).toEqual([what, digest, digest])
  }
})

it('answers the present digest of a file that changes again at the same ctime', async () => {
  const { fileDigest } = createStoredFiles(folders)
  // On Linux before 6.13, most of these writes have the same ctime as the one before.
  for (let nth = 0; nth < 50; nth += 1) {
    for (const content of ['one', 'six']) {
      writeFileSync(at(first, 'c'), content)
      expect(await fileDigest('c')).toBe(sha256(content))
    }
  }
})
