import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDateTime } from '#lib/format.ts'
import styles from './comparison-sheet.module.css'
import { STEP_TITLES } from './comparison-steps.ts'
import { FINDING_TEXT } from './finding-line.tsx'
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
  return createPortal(
    <div className={styles.sheet} aria-hidden="true">
      <p className={styles.title}>证书与实物比对记录</p>
      <p>
        证书编号 {certificate.certificateNo}　检验结论 {certificate.conclusion}
      </p>
      <p>比对时间 {formatDateTime(atMs)}</p>
      <p className={styles.verdict}>比对结论：{FINDING_TEXT[verdict]}</p>
      <table className={styles.table}>
        <tbody>
          {results.map(({ step, finding, reason }) => (
            <tr key={step}>
              <th className={styles.cell} scope="row">
                {STEP_TITLES[step].slice(1)}
              </th>
              <td className={styles.cell}>{FINDING_TEXT[finding]}</td>
              <td className={styles.cell}>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>由持有人自行比对并记录，不是检测报告，不能代替检测。</p>
    </div>,
    document.body,
  )
}
