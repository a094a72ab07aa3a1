import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../texts/texts.tsx'
import styles from './comparison-sheet.module.css'
import type { ComparisonState } from './use-comparison.ts'

/** Prints the sheet instead of the page. The sheet exists while the print dialog is open. */
export function useSheet() {
  const [atMs, setAtMs] = useState<number | null>(null)
  useEffect(() => {
    if (atMs === null) return undefined
    const handleAfterPrint = () => setAtMs(null)
    window.addEventListener('afterprint', handleAfterPrint)
    document.documentElement.setAttribute('data-print', 'comparison')
    window.print()
    return () => {
      window.removeEventListener('afterprint', handleAfterPrint)
      document.documentElement.removeAttribute('data-print')
    }
  }, [atMs])
  return { atMs, print: () => setAtMs(Date.now()) }
}

/**
 * The printed record of a comparison. It is outside the page, so that the page's print styles do not apply to it.
 * @param atMs time of printing, epoch ms
 */
export function ComparisonSheet({ certificate, results, verdict, atMs }: ComparisonState & { atMs: number }) {
  const { sheet, steps, findings, verdict: verdictTexts } = useTexts('comparison')
  return createPortal(
    <div className={styles.sheet} aria-hidden="true">
      <p className={styles.title}>{sheet.title}</p>
      <p>{sheet.certificate(certificate)}</p>
      <p>{sheet.time(atMs)}</p>
      <p className={styles.verdict}>{verdictTexts.title(verdict)}</p>
      <table className={styles.table}>
        <tbody>
          {results.map(({ step, finding, reason }) => (
            <tr key={step}>
              <th className={styles.cell} scope="row">
                {steps[step].name}
              </th>
              <td className={styles.cell}>{findings[finding]}</td>
              <td className={styles.cell}>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{sheet.note}</p>
    </div>,
    document.body,
  )
}
