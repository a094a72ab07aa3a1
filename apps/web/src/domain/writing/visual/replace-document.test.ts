import { closeHistory, history, undo } from 'prosemirror-history'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, it } from 'vitest'
import { leavePicture } from './commands.ts'
import { readMarkdown } from './read-markdown.ts'
import { keepEmptyParagraphs, replaceDocument } from './replace-document.ts'
import { writeMarkdown } from './write-markdown.ts'

const BLOCKS = [
  '甲',
  '甲甲',
  '甲**乙**丙',
  '## 甲',
  '- 甲\n- 乙',
  '- 甲\n  - 乙\n    - 甲',
  '1. 甲',
  '> - 甲',
  '> 甲',
  '| 甲 |\n| --- |\n| 乙 |',
  '| 甲 | 乙 |\n| --- | --- |\n| 乙 | 甲 |',
  '甲![](/file/img/a.png)乙',
  '![](uploading:abc123)',
  '```\n甲\n```',
  '---',
  '# 甲',
  '含蜡[^1]',
]

it('makes of any text any other', () => {
  for (const a of BLOCKS) {
    for (const b of BLOCKS) {
      for (const [before, after] of [
        [a, b],
        [`${a}\n\n甲`, `${b}\n\n甲`],
        [`甲\n\n${a}`, `甲\n\n${b}\n\n${a}`],
        [`${a}\n\n${b}\n\n${a}`, `${b}\n\n${a}`],
      ] as const) {
        const state = EditorState.create({ doc: readMarkdown(before).doc })
        const { doc } = readMarkdown(after)
        const found = replaceDocument(state, doc)?.doc ?? state.doc
        found.check()
        expect(found.eq(doc), `${before} → ${after}`).toBe(true)
      }
    }
  }
})

it('leaves the caret and the steps of undo where they are', () => {
  const { doc } = readMarkdown('首段')
  let state = EditorState.create({ doc, plugins: [history()], selection: TextSelection.create(doc, 3) })
  const pasted = readMarkdown('甲![](uploading:abc123)乙\n\n## 丙').doc
  state = state.apply(closeHistory(state.tr).replaceSelection(pasted.slice(1, pasted.content.size - 1)))
  const caret = state.selection.to
  const text = writeMarkdown(state.doc, readMarkdown('')).markdown.replace('uploading:abc123', '/file/img/a.png')
  const change = replaceDocument(state, readMarkdown(text).doc)
  state = state.apply(change?.setMeta('addToHistory', false) ?? state.tr)
  expect(writeMarkdown(state.doc, readMarkdown('')).markdown).toBe('首段甲![](/file/img/a.png)乙\n\n## 丙')
  expect(state.selection.to).toBe(caret)
  undo(state, (tr) => {
    state = state.apply(tr)
  })
  expect(writeMarkdown(state.doc, readMarkdown('')).markdown).toBe('首段')
})

const read = (markdown: string) => readMarkdown(markdown).doc
const countBlocks = (state: EditorState) => state.doc.childCount

/** Puts the caret at a position and leaves a picture there. */
function leave(markdown: string, at: number): EditorState {
  const doc = read(markdown)
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, at) })
  leavePicture(state, (transaction) => {
    state = state.apply(transaction)
  })
  return state
}

it('leaves a picture for a new line, which stays when the address of the picture changes', () => {
  let state = leave('甲\n\n![](uploading:abc123)\n\n乙', 5)
  expect([countBlocks(state), state.selection.$head.parent.content.size]).toEqual([4, 0])
  const next = keepEmptyParagraphs(state.doc, read('甲\n\n![](/file/img/a.png)\n\n乙'))
  state = state.apply(replaceDocument(state, next) ?? state.tr)
  expect([countBlocks(state), state.selection.$head.parent.content.size]).toEqual([4, 0])
  expect(writeMarkdown(state.doc, readMarkdown('')).markdown).toBe('甲\n\n![](/file/img/a.png)\n\n乙')
})

it('stays beside a picture within a line of words, and in text', () => {
  expect(countBlocks(leave('甲![](/file/img/a.png)', 3))).toBe(1)
  expect(countBlocks(leave('甲', 2))).toBe(1)
})

it('takes another document as it is when its blocks are others', () => {
  const doc = leave('![](/file/img/a.png)', 2).doc
  expect(keepEmptyParagraphs(doc, read('甲\n\n乙')).eq(read('甲\n\n乙'))).toBe(true)
})
