import { closeHistory } from 'prosemirror-history'
import { type EditorState, NodeSelection, Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import styles from '../writing-field.module.css'

/** Shows a grip at the left of the block of the caret, which can be dragged; `Alt ↑↓` does the same by keyboard. */
export function createBlockGrip(): Plugin {
  return new Plugin({
    view(view) {
      const grip = document.createElement('div')
      grip.className = styles.grip ?? ''
      grip.title = '拖动这一段；也可以按 Alt ↑↓ 移动'
      grip.draggable = true
      grip.setAttribute('aria-hidden', 'true')
      const place = () => placeGrip(grip, view)
      grip.addEventListener('click', () => selectBlock(view))
      grip.addEventListener('dragstart', ({ dataTransfer }) => {
        const selection = selectBlock(view)
        view.dragging = { slice: selection.content(), move: true }
        // Firefox drags nothing without data.
        dataTransfer?.setData('text/plain', selection.node.textContent)
        const block = view.nodeDOM(selection.from)
        if (block instanceof Element) dataTransfer?.setDragImage(block, 0, 0)
      })
      grip.addEventListener('dragend', () => {
        view.dragging = null
      })
      view.dom.after(grip)
      // Pictures that are loaded, and other widths, move the blocks.
      const observer = new ResizeObserver(place)
      observer.observe(view.dom)
      return {
        update: place,
        destroy() {
          observer.disconnect()
          grip.remove()
        },
      }
    },
  })
}

/** Position of the top-level block of the caret. */
export function findBlock({ selection: { $from } }: EditorState): number {
  return $from.posAtIndex(Math.min($from.index(0), $from.node(0).childCount - 1), 0)
}

function selectBlock(view: EditorView): NodeSelection {
  const selection = NodeSelection.create(view.state.doc, findBlock(view.state))
  // The move that may follow is a step of undo of its own.
  view.dispatch(closeHistory(view.state.tr).setSelection(selection))
  view.focus()
  return selection
}

const GRIP_PX = 24

function placeGrip(grip: HTMLElement, view: EditorView): void {
  const block = view.nodeDOM(findBlock(view.state))
  const scroller = view.dom.parentElement
  grip.hidden = !view.editable || !(block instanceof HTMLElement)
  if (grip.hidden || !(block instanceof HTMLElement) || !scroller) return
  const [inner, outer] = [block.getBoundingClientRect(), scroller.getBoundingClientRect()]
  // Beside the middle of the first line.
  const line = Number.parseFloat(getComputedStyle(block).lineHeight) || GRIP_PX
  const top = inner.top - outer.top + (Math.min(line, inner.height) - GRIP_PX) / 2
  grip.style.insetBlockStart = `${top}px`
  grip.style.insetInlineStart = `${view.dom.getBoundingClientRect().left - outer.left}px`
}
