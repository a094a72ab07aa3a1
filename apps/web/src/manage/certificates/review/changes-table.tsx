import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import type { FormChange, FormComparison } from '@portal/contract/certificates/rules/form-changes.ts'
import { keepCodes } from '#manage/controls/values/keep-codes.ts'
import { ChangedValue } from './changed-value.tsx'
import styles from './changes-table.module.css'

interface ChangesTableProps extends FormComparison {
  before: string
  after: string
  /** Members with a warning. */
  warned?: ReadonlySet<string>
}

/** The differences between two versions, side by side; equal values are folded. Differences are marked by line and colour. */
export function ChangesTable({ before, after, changes, same, warned }: ChangesTableProps) {
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.member} data-warned={warned?.has(change.member) || undefined}>
              <th scope="row">{getMemberTitle(change.member)}</th>
              <td data-version={before.split('，')[0]}>
                <ChangedValue change={change} side="before" />
              </td>
              <td data-version={after.split('，')[0]}>
                <ChangedValue change={change} side="after" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {same.length > 0 && (
        <details className={styles.same}>
          <summary>展开未变的 {same.length} 项</summary>
          <dl>
            {same.map(({ member, value }) => (
              <div key={member}>
                <dt>{getMemberTitle(member)}</dt>
                <dd>{keepCodes(value)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

/** All values of a first version. */
export function ValuesTable({ values, warned }: { values: FormComparison['same']; warned: ReadonlySet<string> }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>全部内容</caption>
      <tbody>
        {values.map(({ member, value }) => (
          <tr key={member} data-plain data-warned={warned.has(member) || undefined}>
            <th scope="row">{getMemberTitle(member)}</th>
            <td>{keepCodes(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Counts the differences in words: 改 3 项，增 1 项，余 17 项未变. */
export function describeCounts({ changes, same }: FormComparison): string {
  const count = (isKind: (change: FormChange) => boolean) => changes.filter(isKind).length
  const parts: [string, number][] = [
    ['改', count(({ before, after }) => before !== '' && after !== '')],
    ['增', count(({ before }) => before === '')],
    ['删', count(({ after }) => after === '')],
  ]
  const words = parts.filter(([, number]) => number > 0).map(([verb, number]) => `${verb} ${number} 项`)
  return [...(words.length > 0 ? words : ['没有改动']), `余 ${same.length} 项未变`].join('，')
}

const getMemberTitle = (member: string) => formatColumnTitle(member)
