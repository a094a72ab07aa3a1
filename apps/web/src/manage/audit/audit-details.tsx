import type { AuditChange, AuditEntry } from '@portal/contract/audit/audit.ts'
import {
  describeChange,
  formatTargetName,
  formatTargetNumber,
  getKindName,
} from '@portal/contract/audit/entry-words.ts'
import { ChangedText } from '#manage/controls/values/changed-text.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import styles from './audit-details.module.css'

/** All details of an entry: time, network, device, and the values before and after. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const {
    id,
    action,
    actorId,
    actorName,
    time,
    network,
    device,
    requestId,
    reason,
    targetKind,
    targetId,
    changes,
    hash,
  } = entry
  return (
    <div className={styles.root}>
      <Facts
        of={[
          ['编号', id],
          ['时间', time],
          // Several people can have the same name, so the number of the account is added.
          ['何人', [actorName, actorId && `编号 ${actorId}`].filter(Boolean).join('　')],
          ['从何处', [network, device].filter(Boolean).join('　')],
          [
            '对象',
            targetId === null
              ? null
              : [targetKind && getKindName(targetKind), formatTargetNumber(entry) ?? formatTargetName(entry)]
                  .filter(Boolean)
                  .join(' '),
          ],
          ['原因', reason],
          ['请求', requestId],
          ['校验', <code key="hash">{hash.slice(0, 16)}…</code>],
        ]}
      />
      {changes.length > 0 && <Changes action={action} changes={changes} />}
    </div>
  )
}

function Changes({ action, changes }: { action: string; changes: readonly AuditChange[] }) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">前</th>
          <th scope="col">后</th>
        </tr>
      </thead>
      <tbody>
        {changes
          .map((change) => describeChange(action, change))
          .map(({ member, before, after }) => (
            <tr key={member}>
              <th scope="row">{member}</th>
              <td>{before === null ? '—' : <ChangedText before={before} after={after ?? ''} side="before" />}</td>
              <td>{after === null ? '—' : <ChangedText before={before ?? ''} after={after} side="after" />}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
