import { type RefObject, useEffect } from 'react'
import { headingOffsets, type Scrolled, scrollTopBeside } from './scroll-map.ts'
import type { TextEditor } from './text-editor.ts'

/** While both are seen, text and preview show the same place. Not for readers who asked for less motion. */
export function useScrollTogether(editor: TextEditor | null, previewRef: RefObject<HTMLElement | null>, isOn: boolean) {
  useEffect(() => {
    const preview = previewRef.current
    if (!isOn || !editor || !preview || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    const text = editor.scroller
    const textMarks = () => headingOffsets(editor.text()).flatMap((offset) => editor.topOf(offset) ?? [])
    const previewMarks = () =>
      [...preview.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((head) => topIn(preview, head))
    /** Where a pane was put by the other, and so did not move by itself. */
    const put = new Map<HTMLElement, number>()

    const follow = (pane: HTMLElement, beside: HTMLElement) => () => {
      const wasPut = Math.abs(pane.scrollTop - (put.get(pane) ?? Number.NaN)) <= 1
      put.delete(pane)
      if (wasPut) return
      const [ofText, ofPreview] = [scrolled(text, textMarks()), scrolled(preview, previewMarks())]
      const [here, there] = pane === text ? [ofText, ofPreview] : [ofPreview, ofText]
      const before = beside.scrollTop
      beside.scrollTop = scrollTopBeside(pane.scrollTop, here, there)
      if (beside.scrollTop !== before) put.set(beside, beside.scrollTop)
    }
    const controller = new AbortController()
    const listening = { passive: true, signal: controller.signal }
    text.addEventListener('scroll', follow(text, preview), listening)
    preview.addEventListener('scroll', follow(preview, text), listening)
    return () => controller.abort()
  }, [editor, previewRef, isOn])
}

function scrolled(pane: HTMLElement, marks: readonly number[]): Scrolled {
  return { most: pane.scrollHeight - pane.clientHeight, marks }
}

function topIn(pane: HTMLElement, element: Element): number {
  return element.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop
}
