import { afterEach, expect, it, vi } from 'vitest'
import { createLineEditor } from './line-editor.ts'

let editor: ReturnType<typeof createLineEditor> | undefined

afterEach(() => {
  editor?.destroy()
  document.body.replaceChildren()
})

/** Opens an editor and selects its whole line, or leaves the caret at the start. */
function open(html: string, address = '/contact-us', isSelected = true) {
  const onChange = vi.fn<(html: string) => void>()
  editor = createLineEditor(document.body, {
    html,
    isReadOnly: false,
    attributes: { id: 'line', role: 'textbox' },
    onChange,
    onContext: () => {},
    askLink: async (link) => ({ ...link, address }),
  })
  const line = document.querySelector('#line') as HTMLElement
  const press = (key: string) =>
    line.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }))
  if (isSelected) press('a')
  return { editor, line, onChange, press }
}

/** Pastes a clipboard over the selection. */
function paste(line: HTMLElement, html: string, text = '') {
  const data = { getData: (type: string) => (type === 'text/html' ? html : text), files: [] }
  line.dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData: data }))
}

it.each([
  '元旦<b>休息三天</b>，详情见<a href="/statement">放假通知</a>。',
  '<p>节日<strong>暂停收样</strong></p>',
  '<p>甲</p><p>乙 &amp; 丙</p>',
  '<em>甲</em><script>alert(1)</script>',
])('does not change %s unless somebody writes, and undo gives it back', (html) => {
  const { onChange, press, line } = open(html)
  expect(line.textContent).not.toContain('<')
  expect(onChange).not.toHaveBeenCalled()
  paste(line, '', '新公告')
  press('z')
  expect(onChange.mock.lastCall).toEqual([html])
})

it('writes bold words and links', async () => {
  const { editor, onChange } = open('国庆 & 中秋')
  editor.toggleBold()
  expect(onChange).toHaveBeenLastCalledWith('<b>国庆 &amp; 中秋</b>')
  editor.editLink()
  await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith('<a href="/contact-us"><b>国庆 &amp; 中秋</b></a>'))
})

it('changes the address of the link of the selection or around the caret, and removes it', async () => {
  const opened = open('见<a href="/old">通知</a>', '/new')
  opened.editor.editLink()
  await vi.waitFor(() => expect(opened.onChange).toHaveBeenLastCalledWith('<a href="/new">见通知</a>'))
  opened.editor.destroy()
  const atCaret = open('<a href="/old">通知</a>见', '/new', false)
  atCaret.editor.editLink()
  await vi.waitFor(() => expect(atCaret.onChange).toHaveBeenLastCalledWith('<a href="/new">通知</a>见'))
  atCaret.editor.destroy()
  const removed = open('<a href="/old">通知</a>', '')
  removed.editor.editLink()
  await vi.waitFor(() => expect(removed.onChange).toHaveBeenLastCalledWith('通知'))
})

it.each([
  [
    '<h2>放假</h2><p><b>元旦</b><i>休息</i></p><ul><li><a href="https://example.org/a?utm_source=x">详情</a></li></ul>',
    '放假 <b>元旦</b>休息 <a href="https://example.org/a">详情</a>',
  ],
  ['<p onclick="x()">甲<img src=x><script>x</script></p><a href="javascript:x()">乙</a>', '甲 乙'],
  ['<span style="font-weight:700">粗</span>', '<b>粗</b>'],
])('keeps bold words and links of a paste and drops the rest', (html, expected) => {
  const { line, onChange } = open('旧')
  paste(line, html)
  expect(onChange).toHaveBeenLastCalledWith(expected)
})

it('pastes lines of text as one line', () => {
  const { line, onChange } = open('旧')
  paste(line, '', ' 甲\r\n\r\n <乙> ')
  expect(onChange).toHaveBeenLastCalledWith('甲 &lt;乙&gt;')
})
