import { expect, it } from 'vitest'
import { translateCaption } from './english-captions.ts'

it.each([
  ['a common caption', '正面', 0, 'Front'],
  ['a numbered one', '背面 2', 1, 'Back 2'],
  ['one with spaces around it', '  样品正面 ', 0, 'Front of the sample'],
  ['a free Chinese text', '图 1 红外光谱', 0, 'Photograph 1'],
  ['Chinese among English words', 'FTIR 谱', 2, 'Photograph 3'],
  ['full-width signs', '（Ａ）', 1, 'Photograph 2'],
  ['a name of every object', 'constructor', 0, 'constructor'],
  ['an English text', 'Table, 40×', 0, 'Table, 40×'],
  ['none', null, 0, 'Sample as tested'],
  ['none of a later picture', ' ', 1, 'Sample as tested, 2'],
])('translates %s for an English page', (_what, caption, place, english) => {
  expect(translateCaption(caption, place)).toBe(english)
})
