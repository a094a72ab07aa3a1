import { titleOf } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import styles from './desk.module.css'
import { type DeskCertificate, type DeskWork, KIND_WORDS } from './desk-words.ts'
import { ChangedPictures } from './pictures/review/changed-pictures.tsx'

interface ChangedFieldsProps {
  work: DeskWork
  published: DeskCertificate['published']
}

/** What a signatory reads: what differs from the published version, the warnings with their answers, the reason. */
export function ChangedFields({ work, published }: ChangedFieldsProps) {
  const { fields } = work.form
  const before = (name: string) => textOf((published as Record<string, unknown> | null)?.[name])
  const rows = Object.entries(fields).filter(([name, value]) => published === null || before(name) !== value)
  const isEnd = work.kind === 'withdrawal'
  return (
    <Panel title={`${KIND_WORDS[work.kind]}，第 ${work.version} 版`} note={`${work.submittedBy ?? ''} 提交`}>
      {work.reason && <Note title={isEnd ? '撤销原因：' : '更正原因：'}>{work.reason}</Note>}
      {work.warnings.map(({ key, text }) => (
        <Note tone="warning" key={key} title="警示：">
          {text}。答复：{work.answers.find((answer) => answer.key === key)?.text ?? '（未答复）'}
        </Note>
      ))}
      {!isEnd && (
        <table className={styles.changes}>
          <caption>{published ? `与第 ${published.version} 版不同的 ${rows.length} 项` : '全部内容'}</caption>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{titleOf(name)}</th>
                {published && (
                  <td>
                    <del>{before(name) || '空'}</del>
                  </td>
                )}
                <td>{published ? <ins>{value}</ins> : value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isEnd && <ChangedPictures pictures={work.form.pictures} published={published} />}
    </Panel>
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join('、') : String(value)
}
