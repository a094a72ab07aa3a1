import type { HtmlTable } from '#lib/html/html-sections.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './fact-table.module.css'

/** A full-width table; on phones each row is a card. */
export function FactTable({ table: { head, rows }, label }: { table: HtmlTable; label: string }) {
  return (
    <table className={styles.root} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          {head.map((name) => (
            <th className={styles.name} scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.body}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and never move
          <tr className={styles.row} key={index}>
            {row.map((cell, column) => {
              const Cell = column === 0 ? 'th' : 'td'
              return (
                <Cell
                  className={column === 0 ? styles.subject : styles.cell}
                  scope={column === 0 ? 'row' : undefined}
                  data-name={column === 0 ? undefined : head[column]}
                  key={head[column]}
                >
                  <RichText html={cell} variant="inline" />
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
