import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './print-sheet.module.css'

interface PrintSheetProps {
  /** `label`: each child is a page of the size of a label. `receipt`: A5. `chain`: A4. */
  paper: 'label' | 'receipt' | 'chain'
  onDone: () => void
  children: ReactNode
}

/** Prints when the style sheets of the page have been loaded. */
function printStyled(): void {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(({ sheet }) => !sheet)
  if (missing) for (const event of ['load', 'error']) missing.addEventListener(event, printStyled, { once: true })
  else print()
}

/** Prints its children in place of the page, as soon as it is mounted. */
export function PrintSheet({ paper, onDone, children }: PrintSheetProps) {
  const current = useRef(onDone)
  useEffect(() => {
    current.current = onDone
  })
  useEffect(() => {
    const finish = () => current.current()
    addEventListener('afterprint', finish)
    printStyled()
    return () => removeEventListener('afterprint', finish)
  }, [])
  return createPortal(
    <div className={styles.root} data-paper={paper}>
      {children}
    </div>,
    document.body,
  )
}
