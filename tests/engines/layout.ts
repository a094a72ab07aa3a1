import { expect } from 'vitest'
import type { EnginePage } from './engine.ts'

/** Expects a page that neither scrolls sideways nor has overlapping parts in its header. */
export async function expectSoundLayout(page: EnginePage): Promise<void> {
  const faults = await page.evaluate<string[]>(`(${findLayoutFaults})()`)
  expect({ url: await page.url(), faults }).toEqual({ url: await page.url(), faults: [] })
}

/**
 * Expects a modal dialog with the focus, in the middle of the width or at its left edge, over a page that cannot be
 * reached.
 */
export async function expectModal(page: EnginePage, dialog: string, placement: 'centre' | 'left' = 'centre') {
  await page.waitFor(dialog)
  const faults = await page.evaluate<string[]>(`(${findModalFaults})(${JSON.stringify([dialog, placement])})`)
  expect(faults).toEqual([])
}

// The functions below run in the page: each one stands alone.

function findLayoutFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const faults = scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} > ${clientWidth} px`] : []
  const parts = [...(document.querySelector('header')?.querySelectorAll<HTMLElement>('a, button') ?? [])].filter(
    (part) => part.checkVisibility({ visibilityProperty: true }),
  )
  const name = (part: HTMLElement) => (part.ariaLabel ?? part.innerText).trim()
  for (const [at, part] of parts.entries()) {
    const box = part.getBoundingClientRect()
    if (box.left < 0 || box.right > clientWidth) faults.push(`outside the page: ${name(part)}`)
    for (const other of parts.slice(at + 1)) {
      const beside = other.getBoundingClientRect()
      const overlapX = Math.min(box.right, beside.right) - Math.max(box.left, beside.left)
      const overlapY = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top)
      if (overlapX > 1 && overlapY > 1) faults.push(`overlap: ${name(part)}, ${name(other)}`)
    }
  }
  return faults
}

function findModalFaults([selector, placement]: [string, string]): string[] {
  const faults: string[] = []
  const dialog = document.querySelector<HTMLElement>(selector)
  if (!dialog) return ['no dialog']
  const panel = (dialog.firstElementChild ?? dialog).getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const offMiddle = Math.abs(panel.left + panel.width / 2 - width / 2)
  if (placement === 'centre' && offMiddle > 8) faults.push(`${offMiddle} px beside the middle`)
  if (placement === 'left' && panel.left !== 0) faults.push(`begins at ${panel.left} px`)
  if (panel.left < 0 || panel.right > width || panel.top < 0) faults.push('reaches beyond the window')
  const focused = document.activeElement
  if (!dialog.contains(focused)) faults.push(`focus on ${focused?.outerHTML.slice(0, 80)}`)
  const behind = [...document.querySelectorAll<HTMLElement>('header a, header button, main a, main button')].find(
    (one) => !dialog.contains(one) && one.checkVisibility({ visibilityProperty: true }),
  )
  behind?.focus()
  if (behind && document.activeElement === behind) faults.push('the page behind takes the focus')
  const brand = document.querySelector('header a')?.getBoundingClientRect()
  const hit = brand && document.elementFromPoint(brand.left + brand.width / 2, brand.top + brand.height / 2)
  if (hit && !dialog.contains(hit)) faults.push('the page behind takes clicks')
  return faults
}
