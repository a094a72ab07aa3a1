import { createHash } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, expect, it } from 'vitest'
import { createFolderStore } from './folder-store.ts'
import { createStoredFiles } from './stored-files.ts'

const folders = ['first', 'second'].map((name) => mkdtempSync(join(tmpdir(), `stored-${name}-`)))
const stores = folders.map(createFolderStore)
const [first = '', second = ''] = folders
const joinPath = (folder: string, name = 'a.png') => join(folder, name)
const hashContent = (content: string) => createHash('sha256').update(content).digest('hex')
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

it('answers the digest of the present content, whatever was done to the file since', async () => {
  // The clock is an hour later, so that each digest is cached.
  const { fileDigest } = createStoredFiles(stores, () => Date.now() + HOUR_MS)
  const changes: [what: string, change: () => void, digest: string | undefined][] = [
    ['there is none', () => {}, undefined],
    ['in the second folder', () => writeFileSync(joinPath(second), 'one'), hashContent('one')],
    ['in the first folder too', () => writeFileSync(joinPath(first), 'two'), hashContent('two')],
    [
      'another content of the same size, with the time of the one before',
      () => {
        const { atime, mtime, ctimeMs } = statSync(joinPath(first))
        // Waits until the clock of the file system has ticked.
        while (statSync(joinPath(first)).ctimeMs === ctimeMs) {
          writeFileSync(joinPath(first), 'six')
          utimesSync(joinPath(first), atime, mtime)
        }
      },
      hashContent('six'),
    ],
    [
      'another file in its place',
      () => {
        writeFileSync(joinPath(first, 'b'), 'ten')
        renameSync(joinPath(first, 'b'), joinPath(first))
      },
      hashContent('ten'),
    ],
    [
      'a link in its place',
      () => {
        rmSync(joinPath(first))
        symlinkSync(joinPath(second, 'a.png'), joinPath(first))
      },
      hashContent('one'),
    ],
    ['removed', () => folders.forEach((folder) => void rmSync(joinPath(folder))), undefined],
    ['back', () => writeFileSync(joinPath(second), 'one'), hashContent('one')],
  ]
  for (const [what, change, digest] of changes) {
    change()
    expect([what, await fileDigest('a.png'), await fileDigest('a.png')]).toEqual([what, digest, digest])
  }
})

it('answers the present digest of a file that changes again at the same ctime', async () => {
  const { fileDigest } = createStoredFiles(stores)
  // On Linux before 6.13, most of these writes have the same ctime as the one before.
  for (let nth = 0; nth < 50; nth += 1) {
    for (const content of ['one', 'six']) {
      writeFileSync(joinPath(first, 'c'), content)
      expect(await fileDigest('c')).toBe(hashContent(content))
    }
  }
})
