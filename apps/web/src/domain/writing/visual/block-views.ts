import { Fragment } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'
import type { QueuedPicture } from '#lib/api/picture-queue.ts'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { readPlaceholderKey } from '../pictures/picture-marks.ts'
import type { PictureActs } from '../text-editor.ts'
import styles from '../writing-field.module.css'
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
    const content = readMarkdown(field.value).doc.children
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

/** Creates the views of pictures: each with its caption, or the state of its upload in its place. */
export function createPictureViews(acts: PictureActs) {
  let uploads: ReadonlyMap<string, QueuedPicture> = new Map()
  const redraws = new Set<() => void>()
  const createView: NodeViewConstructor = (first, view) => {
    const root = createElement('span', styles.picture)
    let node = first
    let shown: QueuedPicture | undefined
    const draw = () => {
      const { src, alt, title } = node.attrs
      const key = readPlaceholderKey(src)
      root.replaceChildren()
      if (key) {
        shown = uploads.get(key)
        root.appendChild(createUpload(key, shown, acts, view.editable))
      } else {
        const image = root.appendChild(createElement('img'))
        image.src = src
        image.alt = alt
        if (alt === '') root.appendChild(createElement('span', styles.wordless)).textContent = '缺替代文字'
      }
      if (title) root.appendChild(createElement('span', styles.caption)).textContent = title
    }
    const redraw = () => {
      const key = readPlaceholderKey(node.attrs.src)
      if (key && uploads.get(key) !== shown) draw()
    }
    redraws.add(redraw)
    draw()
    return {
      dom: root,
      update(next) {
        if (next.type !== first.type) return false
        node = next
        draw()
        return true
      },
      destroy: () => redraws.delete(redraw),
      stopEvent: ({ target }) => target instanceof HTMLButtonElement,
      ignoreMutation: () => true,
      selectNode: () => root.setAttribute('data-selected', ''),
      deselectNode: () => root.removeAttribute('data-selected'),
    }
  }
  return {
    createView,
    show(pictures: readonly QueuedPicture[]) {
      uploads = new Map(pictures.map((picture) => [picture.key, picture]))
      for (const redraw of redraws) redraw()
    },
  }
}

/** State of an upload. @param picture `undefined` for one that was lost at a reload */
function createUpload(key: string, picture: QueuedPicture | undefined, acts: PictureActs, isEditable: boolean) {
  const box = createElement('span', styles.waiting)
  const words = box.appendChild(createElement('span'))
  if (picture?.state === 'waiting') {
    words.textContent = picture.origin ? `等待转存 ${new URL(picture.origin).host} 的图片，会自动继续` : '图片等待上传'
    const ruler = box.appendChild(createElement('progress', styles.upload))
    ruler.value = 0
    ruler.ariaHidden = 'true'
  }
  if (picture?.state === 'sending' || picture?.state === 'stored') {
    const progress = box.appendChild(createElement('progress', styles.upload))
    words.textContent = picture.origin ? '正在转存' : '图片上传中'
    progress.setAttribute('aria-label', picture.origin ? '图片转存' : '图片上传进度')
    // Nobody knows how far a copy is.
    if (picture.origin) return box
    progress.value = picture.progress
    box.appendChild(createElement('span')).textContent = `${Math.round(picture.progress * 100)}%`
  }
  if (picture && picture.state !== 'failed') return box
  box.setAttribute('data-failed', '')
  words.textContent = picture?.fault ?? '图片没有保留下来，请重新选择'
  if (!isEditable) return box
  const addButton = (label: string, run: () => void) => {
    const button = box.appendChild(createElement('button', styles.preservedButton))
    button.type = 'button'
    button.textContent = label
    button.addEventListener('click', run)
  }
  if (picture?.file || picture?.origin) addButton('重试', () => acts.retry(key))
  addButton('选择文件', () => choosePictures((files) => acts.choose(key, files)))
  return box
}

function choosePictures(take: (files: readonly File[]) => void): void {
  const field = createElement('input')
  field.type = 'file'
  field.accept = PICTURE_TYPES
  field.multiple = true
  field.addEventListener('change', () => {
    const files = [...(field.files ?? [])]
    if (files.length > 0) take(files)
  })
  field.click()
}

function createElement<K extends keyof HTMLElementTagNameMap>(name: K, className = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  if (className) element.className = className
  return element
}
