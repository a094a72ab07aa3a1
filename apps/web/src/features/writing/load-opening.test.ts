import { expect, it } from 'vitest'
import type { LocalDraft } from './drafts/local-draft.ts'
import { chooseOpening, type Opening } from './load-opening.ts'
import { BLANK, computeFingerprint, type Writing } from './writing.ts'

const first: Writing = { ...BLANK, title: '铁线', categoryId: 33, contentMd: '第一稿' }
const second: Writing = { ...first, contentMd: '第二稿' }
const third: Writing = { ...first, contentMd: '第三稿' }

function makeLocalDraft(writing: Writing, base: Writing | null, pictures: LocalDraft['pictures'] = []): LocalDraft {
  return { key: 'k', writing, pictures, decorative: [], base: base && computeFingerprint(base), savedAt: 1 }
}
const waiting = [{ key: 'abc123', name: 'a.png' }]

it.each<[string, LocalDraft | null, Writing | null, Opening]>([
  ['nothing anywhere', null, null, 'blank'],
  ['only upstream has it', null, first, 'stored'],
  ['only the device has it', makeLocalDraft(first, null), null, 'local'],
  ['the local draft has a category and no text', makeLocalDraft({ ...BLANK, categoryId: 33 }, null), null, 'blank'],
  ['a picture waits in an empty text', makeLocalDraft(BLANK, null, waiting), null, 'local'],
  ['both are the same', makeLocalDraft(first, second), first, 'stored'],
  ['both are the same, and a picture waits', makeLocalDraft(first, first, waiting), first, 'local'],
  ['the device is ahead of what it was made from', makeLocalDraft(second, first), first, 'local'],
  ['upstream has changed since', makeLocalDraft(second, first), third, 'choose'],
  ['the base of the local draft is unknown', makeLocalDraft(second, null), first, 'choose'],
])('chooses the version to open: %s', (_case, device, stored, opening) => {
  expect(chooseOpening(device, stored)).toBe(opening)
})

it('treats a version normalised by upstream as equal', () => {
  const typed = {
    ...first,
    title: ' 铁线  研究 ',
    keywords: '绿松石，铁线',
    originalUrl: 'https://A.test',
    isOriginal: false,
  }
  const stored = { ...typed, title: '铁线 研究', keywords: '绿松石,铁线', originalUrl: 'https://a.test/' }
  expect(computeFingerprint(typed)).toBe(computeFingerprint(stored))
  expect(computeFingerprint(typed)).not.toBe(computeFingerprint({ ...stored, contentMd: '别的' }))
})
