import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BLANK } from '../writing.ts'
import { createDraftKeeper, type Draft, type KeepingState } from './draft-keeper.ts'
import { textStore, withRescued } from './draft-store.ts'
import type { KeptDraft } from './kept-draft.ts'

const KEY = 'user-7/new'
const store = textStore(localStorage)
const states: KeepingState[] = []

function draftOf(contentMd: string): Draft {
  return { writing: { ...BLANK, contentMd }, pictures: [], decorative: [], base: null }
}
function keeperOf(replaced: number | null = null) {
  return createDraftKeeper({ store, key: KEY, replaced, onState: (state) => states.push(state) })
}
const keptText = async (key = KEY) => (await store.load(key))?.writing.contentMd

beforeEach(() => {
  vi.useFakeTimers()
  states.length = 0
})
afterEach(() => localStorage.clear())

describe('what is typed', () => {
  it('is on the device within 2 s, however long somebody types without a pause', async () => {
    const keeper = keeperOf()
    for (let tenths = 0; tenths < 20; tenths += 1) {
      keeper.keep(draftOf(`第 ${tenths} 键`))
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(await keptText()).toMatch(/第 1[0-9] 键/)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await keptText()).toBe('第 19 键')
  })

  it('is on the device at once when the page is left, and gone when it is dropped', async () => {
    const keeper = keeperOf()
    keeper.keep(draftOf('离开前'))
    await keeper.flush()
    expect(await keptText()).toBe('离开前')
    keeper.keep(draftOf('不要了'))
    await keeper.drop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await keptText()).toBeUndefined()
  })

  it('goes on under the number that the article has been given', async () => {
    const keeper = keeperOf()
    keeper.keep(draftOf('新文章'))
    await keeper.flush()
    await keeper.moveTo('user-7/88', null)
    keeper.keep(draftOf('有号了'))
    await keeper.flush()
    expect([await keptText(), await keptText('user-7/88')]).toEqual([undefined, '有号了'])
  })
})

it('rescues what waits when the page is left at once, together with pictures that were kept before', async () => {
  const file = new Blob(['x'])
  const slow = { load: vi.fn(), save: vi.fn(async () => true), remove: vi.fn() }
  slow.load.mockResolvedValue({
    ...draftOf('先前'),
    key: KEY,
    savedAt: 5,
    pictures: [{ key: 'abc123', name: 'a', file }],
  })
  const both = withRescued(slow, store)
  const keeper = createDraftKeeper({ store: both, key: KEY, replaced: 5, onState: () => {} })
  keeper.keep({ ...draftOf('最后一句'), pictures: [{ key: 'abc123', name: 'a', file }] })
  keeper.rescue()
  expect(await keptText()).toBe('最后一句')
  const found = await both.load(KEY)
  expect([found?.writing.contentMd, found?.pictures[0]?.file]).toEqual(['最后一句', file])
  expect(slow.save).toHaveBeenCalledWith(found, 5)
  expect(await keptText()).toBeUndefined()
})

describe('two tabs', () => {
  it('do not write over each other: the later one is told, and writes when that is agreed to', async () => {
    const one = keeperOf()
    const other = keeperOf()
    one.keep(draftOf('第一个标签页'))
    await one.flush()
    other.keep(draftOf('第二个标签页'))
    await other.flush()
    expect(states.at(-1)).toEqual({ name: 'overtaken' })
    expect(await keptText()).toBe('第一个标签页')
    other.agree((await store.load(KEY))?.savedAt ?? null)
    await other.flush()
    expect(await keptText()).toBe('第二个标签页')
  })
})

it('says when there is no room, and tries again with the next change', async () => {
  const full = { ...store, save: vi.fn<typeof store.save>().mockRejectedValueOnce(new Error('full')) }
  full.save.mockImplementation((draft: KeptDraft, replaced: number | null) => store.save(draft, replaced))
  full.save.mockRejectedValueOnce(new Error('full'))
  const keeper = createDraftKeeper({ store: full, key: KEY, replaced: null, onState: (state) => states.push(state) })
  keeper.keep(draftOf('放不下'))
  await keeper.flush()
  expect(states.at(-1)).toEqual({ name: 'failed' })
  await keeper.flush()
  await keeper.flush()
  expect(await keptText()).toBe('放不下')
})
