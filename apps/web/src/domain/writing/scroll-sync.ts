import { type RefObject, useEffect } from 'react'
import { blankCode } from './markup.ts'
import type { TextEditor } from './text-editor.ts'

/** Scrolls text and preview together, unless the reader prefers reduced motion. */
export function useScrollSync(editor: TextEditor | null, previewRef: RefObject<HTMLElement | null>, isOn: boolean) {
  useEffect(() => {
    const preview = previewRef.current
    if (!isOn || !editor || !preview || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const text = editor.scroller
    const measureTextHeadings = () => findHeadings(editor.text()).flatMap((offset) => editor.getLineTop(offset) ?? [])
    const measurePreviewHeadings = () =>
      [...preview.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((head) => measureTop(preview, head))
    /** Positions set by this hook, whose scroll events do not come from the reader. */
    const setPositions = new Map<HTMLElement, number>()

    const follow = (pane: HTMLElement, beside: HTMLElement) => () => {
      const isOwnScroll = Math.abs(pane.scrollTop - (setPositions.get(pane) ?? Number.NaN)) <= 1
      setPositions.delete(pane)
      if (isOwnScroll) return
      const [textHeadings, previewHeadings] = [
        measurePane(text, measureTextHeadings()),
        measurePane(preview, measurePreviewHeadings()),
      ]
      const [here, there] = pane === text ? [textHeadings, previewHeadings] : [previewHeadings, textHeadings]
      const before = beside.scrollTop
      beside.scrollTop = computeScrollTop(pane.scrollTop, here, there)
      if (beside.scrollTop !== before) setPositions.set(beside, beside.scrollTop)
    }
    const controller = new AbortController()
    const listening = { passive: true, signal: controller.signal }
    text.addEventListener('scroll', follow(text, preview), listening)
    preview.addEventListener('scroll', follow(preview, text), listening)
    return () => controller.abort()
  }, [editor, previewRef, isOn])
}

function measurePane(pane: HTMLElement, marks: readonly number[]): Scrolled {
  return { maxTop: pane.scrollHeight - pane.clientHeight, marks }
}

function measureTop(pane: HTMLElement, element: Element): number {
  return element.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop
}

/** Offsets of the headings in a Markdown text, without those inside code blocks. */
export function findHeadings(text: string): number[] {
  return [...blankCode(text).matchAll(/^ {0,3}#{1,6}(?:\s|$)/gm)].map(({ index }) => index)
}

/** Measures of a scrolling pane, CSS px. */
interface Scrolled {
  /** Maximum of `scrollTop`. */
  maxTop: number
  /** Tops of the headings, from the start of the content. */
  marks: readonly number[]
}

/**
 * Computes the `scrollTop` of the other pane when this one is at `top`: headings that both have align at the top, and
 * between them the panes scroll in proportion.
 */
export function computeScrollTop(top: number, here: Scrolled, there: Scrolled): number {
  if (here.maxTop <= 0) return 0
  const isPaired = here.marks.length === there.marks.length
  const points: [number, number][] = [[0, 0]]
  for (const [index, mark] of (isPaired ? here.marks : []).entries()) {
    if (mark > (points.at(-1)?.[0] ?? 0) && mark < here.maxTop) points.push([mark, there.marks[index] ?? 0])
  }
  points.push([here.maxTop, there.maxTop])
  const next = points.findIndex(([mark]) => mark > top)
  const [from, fromBeside] = points[next < 0 ? points.length - 1 : next - 1] ?? [0, 0]
  const [to, toBeside] = points[next] ?? [from, fromBeside]
  const part = to > from ? (top - from) / (to - from) : 0
  return Math.min(there.maxTop, Math.max(0, fromBeside + part * (toBeside - fromBeside)))
}
