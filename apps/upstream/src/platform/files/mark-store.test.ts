import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeStores, listNames, type TestPlace } from '#testing/stores.ts'
import { StorageFault } from './file-store.ts'
import { createMarkStore, type MarkStore } from './mark-store.ts'
import { type Files, openFiles } from './open-files.ts'

describeStores('the store of marks', (make) => {
  let place: TestPlace
  let files: Files
  let marks: MarkStore
  beforeEach(async () => {
    place = await make()
    files = await openFiles(place)
    marks = files.markStore
  })
  afterEach(async () => {
    files.close()
    await place.drop()
  })

  it('returns the highest mark of each name, and keeps no lower one', async () => {
    expect(await marks.read('log.mark')).toBeUndefined()
    await marks.advance('log.mark', 9, 'nine')
    await marks.advance('audit.mark', 3, 'three')
    await marks.advance('log.mark', 10, 'ten')
    expect([await marks.read('log.mark'), await marks.read('audit.mark')]).toEqual(['ten', 'three'])
    expect(await listNames(files.marks)).toEqual(['audit.mark-000000000003', 'log.mark-000000000010'])
    await files.marks.put('log.mark-of-another-kind', Buffer.from('other'))
    expect(await marks.read('log.mark')).toBe('ten')
  })

  it('never goes back when an older mark arrives late', async () => {
    await marks.advance('log.mark', 11, 'eleven')
    await marks.advance('log.mark', 10, 'late')
    expect(await marks.read('log.mark')).toBe('eleven')
    await marks.advance('log.mark', 12, 'twelve')
    expect(await listNames(files.marks)).toEqual(['log.mark-000000000012'])
  })

  it('goes back only when an operator replaces it', async () => {
    await marks.advance('log.mark', 11, 'eleven')
    await marks.advance('audit.mark', 20, 'twenty')
    await marks.replace('log.mark', 7, 'seven')
    expect([await marks.read('log.mark'), await marks.read('audit.mark')]).toEqual(['seven', 'twenty'])
    expect(await listNames(files.marks)).toEqual(['audit.mark-000000000020', 'log.mark-000000000007'])
  })

  it('is read while another instance advances it', async () => {
    await marks.advance('log.mark', 0, '0')
    let isAdvancing = true
    let highest = 0
    const reader = (async () => {
      for (; isAdvancing; highest = Number(await marks.read('log.mark'))) {
        expect(Number(await marks.read('log.mark'))).toBeGreaterThanOrEqual(highest)
      }
    })()
    for (let number = 1; number <= 15; number += 1) await marks.advance('log.mark', number, String(number))
    isAdvancing = false
    await reader
    expect(await marks.read('log.mark')).toBe('15')
  })

  it('is listed again when it was advanced before it could be read, and is never a lower one', async () => {
    await marks.advance('log.mark', 1, 'one')
    const read = (meanwhile: () => Promise<void>) => {
      const get = async (name: string) => {
        await meanwhile()
        return await files.marks.get(name)
      }
      return createMarkStore({ ...files.marks, get }, 0).read('log.mark')
    }
    expect(await read(() => marks.advance('log.mark', 2, 'two'))).toBe('two')
    await marks.advance('log.mark', 1, 'late')
    await expect(read(() => Promise.reject(new StorageFault('away')))).rejects.toThrow('away')
  })

  it('takes over the marks of an earlier version, once', async () => {
    for (const name of ['log.mark', 'audit.mark']) writeFileSync(join(place.dataDir, name), `old ${name}`)
    const opened = await Promise.all([openFiles(place), openFiles(place)])
    expect([await marks.read('log.mark'), await marks.read('audit.mark')]).toEqual(['old log.mark', 'old audit.mark'])
    expect(existsSync(join(place.dataDir, 'log.mark'))).toBe(false)
    await marks.advance('log.mark', 5, 'five')
    // An operator puts an old copy back: the newest mark still counts.
    writeFileSync(join(place.dataDir, 'log.mark'), 'older')
    opened.push(await openFiles(place))
    expect(await marks.read('log.mark')).toBe('five')
    for (const one of opened) one.close()
  })
})
