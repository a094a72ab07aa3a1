import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import table from '../lists/table.module.css'
import type { Fill } from './bar-chart.tsx'
import styles from './figure-table.module.css'

interface FigureRow {
  key: string
  cells: readonly ReactNode[]
}

interface FigureTableProps {
  /** Accessible name. */
  label: string
  heads: readonly string[]
  /** Indexes of columns with numbers. */
  numbers: readonly number[]
  rows: readonly FigureRow[]
  /** Text that replaces missing rows. */
  empty?: string
}

/** A small table of figures, the same at every width. */
export function FigureTable({ label, heads, numbers, rows, empty = '这段时间没有记录' }: FigureTableProps) {
  const getKind = (at: number) => (numbers.includes(at) ? 'number' : undefined)
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <table className={classNames(table.root, styles.root)} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} scope="col" data-kind={getKind(at)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <td key={at} data-kind={getKind(at)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A sample of the fill of a kind, before its name. */
export function Sample({ fill }: { fill: Fill }) {
  return <i className={styles.sample} data-fill={fill} aria-hidden="true" />
}
