import { classes as styles } from 'virtual:page-sheet/domain/writing/writing-field'
import { Fragment, type Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'
import { readPlaceholderKey } from '../picture-marks.ts'
import { listChildren } from './normalise-block.ts'
import { type PreservedReason, readMarkdown } from './read-markdown.ts'

const REASONS: Readonly<Record<PreservedReason, string>> = {
  h1: '一级标题留给文章题目，请改用二级标题',
  html: 'HTML 不起作用，网页上会显示成文字',
  footnote: '脚注不能所见编辑，原样保留；网页上会成为坏链接',
  reference: '引用式链接不能所见编辑，原样保留',
  size: '表格超过 60 行或 12 列，请用源码编辑',
  other: '这一段不能所见编辑，原样保留',
}

/** A block that is shown as its source, with a field to change it. */
export const createPreservedView: NodeViewConstructor = (node, view, getPos) => {
  const root = createElement('div', styles.preserved)
  const head = root.appendChild(createElement('div', styles.preservedHead))
  const reason = REASONS[node.attrs.reason as PreservedReason] ?? REASONS.other
  head.appendChild(createElement('span')).textContent = reason
  const button = head.appendChild(createElement('button', styles.preservedButton))
  button.type = 'button'
  button.textContent = '改源码'
  const source = root.appendChild(createElement('pre'))
  source.textContent = node.attrs.source
  root.setAttribute('role', 'group')
  root.setAttribute('aria-label', `原样保留的一段：${reason}`)
  let field: HTMLTextAreaElement | null = null
  const finish = () => {
    const at = getPos()
    const old = at === undefined ? null : view.state.doc.nodeAt(at)
    if (!field || !old || at === undefined) return
    const content = listChildren(readMarkdown(field.value).doc)
    view.dispatch(view.state.tr.replaceWith(at, at + old.nodeSize, Fragment.from(content)))
    view.focus()
  }
  button.addEventListener('click', () => {
    if (field) {
      finish()
      return
    }
    if (!view.editable) return
    field = createElement('textarea', styles.preservedField)
    field.value = node.attrs.source
    field.rows = Math.min(20, field.value.split('\n').length + 1)
    field.setAttribute('aria-label', '这一段的源码')
    source.replaceWith(field)
    button.textContent = '完成'
    field.focus()
  })
  return {
    dom: root,
    // The field is not part of the document: its keys and changes stay its own.
    stopEvent: ({ target }) => target === field || target === button,
    ignoreMutation: () => true,
    selectNode: () => root.setAttribute('data-selected', ''),
    deselectNode: () => root.removeAttribute('data-selected'),
  }
}

/** A picture with its caption; a note in place of one that is being uploaded. */
export const createPictureView: NodeViewConstructor = (first) => {
  const root = createElement('span', styles.picture)
  const draw = ({ attrs: { src, alt, title } }: Node) => {
    root.replaceChildren()
    if (readPlaceholderKey(src)) {
      root.appendChild(createElement('span', styles.waiting)).textContent = '图片上传中'
    } else {
      const image = root.appendChild(createElement('img'))
      image.src = src
      image.alt = alt
      if (alt === '') root.appendChild(createElement('span', styles.wordless)).textContent = '缺替代文字'
    }
    if (title) root.appendChild(createElement('span', styles.caption)).textContent = title
  }
  draw(first)
  return {
    dom: root,
    update(node) {
      if (node.type !== first.type) return false
      draw(node)
      return true
    },
    ignoreMutation: () => true,
    selectNode: () => root.setAttribute('data-selected', ''),
    deselectNode: () => root.removeAttribute('data-selected'),
  }
}

function createElement<K extends keyof HTMLElementTagNameMap>(name: K, className = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  if (className) element.className = className
  return element
}
