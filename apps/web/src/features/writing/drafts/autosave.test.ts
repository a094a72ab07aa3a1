import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BLANK } from '../writing.ts'
import { createAutosave, type Draft, type SaveState } from './autosave.ts'
import { addRescue, createTextStore } from './draft-store.ts'
import type { LocalDraft } from './local-draft.ts'

const KEY = 'user-7/new'
const store = createTextStore(localStorage)
const states: SaveState[] = []

function makeDraft(contentMd: string): Draft {
  return { writing: { ...BLANK, contentMd }, pictures: [], decorative: [], base: null }
}
function makeAutosave(replaced: number | null = null) {
  return createAutosave({ store, key: KEY, replaced, onState: (state) => states.push(state) })
}
const readSavedText = async (key = KEY) => (await store.load(key))?.writing.contentMd

beforeEach(() => {
  vi.useFakeTimers()
  states.length = 0
})
afterEach(() => localStorage.clear())

describe('typed text', () => {
  it('is saved within 2 s, even without a pause in typing', async () => {
    const autosave = makeAutosave()
    for (let tenths = 0; tenths < 20; tenths += 1) {
      autosave.save(makeDraft(`第 ${tenths} 键`))
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(await readSavedText()).toMatch(/第 1[0-9] 键/)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await readSavedText()).toBe('第 19 键')
  })

  it('is saved at once when the page is left, and deleted when discarded', async () => {
    const autosave = makeAutosave()
    autosave.save(makeDraft('离开前'))
    await autosave.flush()
    expect(await readSavedText()).toBe('离开前')
    autosave.save(makeDraft('不要了'))
    await autosave.drop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await readSavedText()).toBeUndefined()
  })

  it('is saved under the id of the article once it has one', async () => {
    const autosave = makeAutosave()
    autosave.save(makeDraft('新文章'))
    await autosave.flush()
    await autosave.moveTo('user-7/88', null)
    autosave.save(makeDraft('有号了'))
    await autosave.flush()
    expect([await readSavedText(), await readSavedText('user-7/88')]).toEqual([undefined, '有号了'])
  })
})

it('rescues unsaved text when the page is left, and keeps saved pictures', async () => {
  const file = new Blob(['x'])
  const slow = { load: vi.fn(), save: vi.fn(async () => true), remove: vi.fn() }
  slow.load.mockResolvedValue({
    ...makeDraft('先前'),
    key: KEY,
    savedAt: 5,
    pictures: [{ key: 'abc123', name: 'a', file }],
  })
  const both = addRescue(slow, store)
  const autosave = createAutosave({ store: both, key: KEY, replaced: 5, onState: () => {} })
  autosave.save({ ...makeDraft('最后一句'), pictures: [{ key: 'abc123', name: 'a', file }] })
  autosave.rescue()
  expect(await readSavedText()).toBe('最后一句')
  const found = await both.load(KEY)
  expect([found?.writing.contentMd, found?.pictures[0]?.file]).toEqual(['最后一句', file])
  expect(slow.save).toHaveBeenCalledWith(found, 5)
  expect(await readSavedText()).toBeUndefined()
})

describe('two tabs', () => {
  it('do not overwrite each other: the later one must confirm', async () => {
    const one = makeAutosave()
    const other = makeAutosave()
    one.save(makeDraft('第一个标签页'))
    await one.flush()
    other.save(makeDraft('第二个标签页'))
    await other.flush()
    expect(states.at(-1)).toEqual({ name: 'overtaken' })
    expect(await readSavedText()).toBe('第一个标签页')
    other.mayReplace((await store.load(KEY))?.savedAt ?? null)
    await other.flush()
    expect(await readSavedText()).toBe('第二个标签页')
  })
})

it('report that the storage is full, and retry at the next change', async () => {
  const full = { ...store, save: vi.fn<typeof store.save>().mockRejectedValueOnce(new Error('full')) }
  full.save.mockImplementation((draft: LocalDraft, replaced: number | null) => store.save(draft, replaced))
  full.save.mockRejectedValueOnce(new Error('full'))
  const autosave = createAutosave({ store: full, key: KEY, replaced: null, onState: (state) => states.push(state) })
  autosave.save(makeDraft('放不下'))
  await autosave.flush()
  expect(states.at(-1)).toEqual({ name: 'failed' })
  await autosave.flush()
  await autosave.flush()
  expect(await readSavedText()).toBe('放不下')
})
