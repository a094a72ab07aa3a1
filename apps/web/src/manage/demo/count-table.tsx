import { formatNumber } from '#lib/format.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './demo-page.module.css'

interface CountTableProps<Kind extends string> {
  caption: string
  names: Readonly<Record<Kind, string>>
  rows: readonly { kind: Kind; count: number; examples: readonly string[] }[]
}

/** Numbers by kind, each with some of its titles. */
export function CountTable<Kind extends string>({ caption, names, rows }: CountTableProps<Kind>) {
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">种类</th>
          <th scope="col" className={styles.count}>
            数量
          </th>
          <th scope="col">例如</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, count, examples }) => (
          <tr key={kind}>
            <th scope="row">{names[kind]}</th>
            <td className={styles.count}>{formatNumber(count)}</td>
            <td className={styles.examples}>{kind === 'setting' ? '名称、简介、公告等' : joinExamples(examples)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The full stop of a sentence is dropped before the separator. */
function joinExamples(examples: readonly string[]): string {
  return examples.map((example) => example.replace(/[。；]$/, '')).join('；')
}
